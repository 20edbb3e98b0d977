/**
 * The machine room: models, load, waiting questions, fallbacks, cost and budget, and every call.
 *
 * Knows the server's numbers. Invariant: every number has a label; if the understudy answers, the room says how to
 * set up a model.
 */
import { useEffect, useState } from "preact/hooks";
import { send } from "../acts/send";
import type { Words } from "../api/wire";
import type { Machine } from "../api/wire.gen";
import { Icon } from "../panels/icon";
import { PersonLink } from "../panels/link";
import { Section } from "../panels/section";
import { Loading } from "../panels/trouble";
import { mayAct } from "../run/now";
import { read, say, sayKind } from "../words";
import { Calls } from "./calls";
import { Chart } from "./chart";
import { sayWhy } from "./fault";
import { Figures } from "./figures";
import { Habits } from "./habits";
import { sayNumber, sayPrice, sayTime } from "./say";
import { mindName } from "./sign";
import { Table } from "./table";
import { ask, look, machine, trouble } from "./watch";

/** The page itself says that no model is set up, in its own language. */
function isOwnWord(note: Words): boolean {
  return Boolean(note.en?.startsWith("No model is configured"));
}

function Who({ told }: { told: Machine }) {
  const mind = mindName();
  const notes = told.notes.filter((note) => !isOwnWord(note));
  return (
    <div class="who" data-understudy={mind?.isUnderstudy ?? true}>
      <p>
        <strong>{say("machine.mind", { name: mind?.name ?? told.mind.name })}</strong>
      </p>
      {mind?.isUnderstudy && <p>{say(told.spending_paused ? "machine.paused" : "mind.understudy.about")}</p>}
      {notes.length > 0 && (
        <ul class="plain">
          {notes.map((note) => (
            <li key={note.en}>{read(note)}</li>
          ))}
        </ul>
      )}
      {mind?.isUnderstudy && !told.spending_paused && <p class="soft">{say("mind.understudy.remedy")}</p>}
    </div>
  );
}

function Spending({ told }: { told: Machine }) {
  const [busy, setBusy] = useState(false);
  if (!mayAct.value || !told.mind.models.some(({ what }) => what === "model")) return null;
  const paused = told.spending_paused;
  const go = async () => {
    setBusy(true);
    await send({ kind: "spending", paused: !paused });
    await ask();
    setBusy(false);
  };
  return (
    <button type="button" class="act wide" id="spending" aria-pressed={paused} disabled={busy} onClick={go}>
      <Icon name="coin" />
      {say(paused ? "machine.spend" : "machine.pause")}
    </button>
  );
}

function Budget({ told }: { told: Machine }) {
  const { budget, estimate, total } = told;
  const percent = budget?.cap ? Math.min(100, ((budget.spent + budget.reserved) / budget.cap) * 100) : 0;
  return (
    <Section icon="coin" title={say("machine.cost")}>
      <dl class="tiles">
        <div>
          <dt>{say("machine.answers.label")}</dt>
          <dd>{sayNumber(total.answers)}</dd>
        </div>
        <div>
          <dt>{say("machine.tokens.label")}</dt>
          <dd>{sayNumber(total.tokens)}</dd>
        </div>
        <div>
          <dt>{say("machine.price.label")}</dt>
          <dd>{sayPrice(total.price)}</dd>
        </div>
        {total.seconds >= 0.05 && (
          <div>
            <dt>{say("machine.time.label")}</dt>
            <dd>{sayTime(total.seconds)}</dd>
          </div>
        )}
        {total.failed > 0 && (
          <div>
            <dt>{say("machine.failed.label")}</dt>
            <dd>{sayNumber(total.failed)}</dd>
          </div>
        )}
        <div>
          <dt>{say("machine.speed.label")}</dt>
          <dd>{say("machine.speed", { n: told.speed.ticks_per_second.toFixed(1) })}</dd>
        </div>
      </dl>
      {budget ? (
        <>
          <p>
            {say("machine.budget", {
              spent: sayPrice(budget.spent),
              cap: sayPrice(budget.cap),
              unit: sayKind("unit", budget.unit),
            })}
          </p>
          <div class="meter" role="img" aria-label={`${Math.round(percent)} %`}>
            <i style={{ width: `${percent}%` }} />
          </div>
          <p class="soft small">{sayKind("machine.at_cap", budget.at_cap)}</p>
        </>
      ) : (
        <p class="soft small">{say("machine.budget.none")}</p>
      )}
      {estimate && (
        <p class="soft small">
          {say("machine.estimate", {
            calls: sayNumber(estimate.calls),
            tokens: sayNumber(estimate.tokens),
            price: sayPrice(estimate.price),
          })}
        </p>
      )}
      <Spending told={told} />
    </Section>
  );
}

function Waiting({ told }: { told: Machine }) {
  return (
    <Section icon="clock" title={say("machine.waiting")}>
      {/* A town that waits because it is ahead of its pace is not standing still. */}
      {told.still && told.still.is !== "ahead" && <p class="still">{read(told.still.words)}</p>}
      {told.waiting.length === 0 ? (
        <p class="soft">{say("machine.waiting.none")}</p>
      ) : (
        <ul class="plain">
          {told.waiting.slice(0, 12).map((each) => (
            <li key={`${each.person} ${each.kind}`}>
              <PersonLink id={each.person} /> · {sayKind("question", each.kind)}
              <span class="soft"> {say("machine.seconds", { n: each.seconds.toFixed(1) })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Fallbacks({ told }: { told: Machine }) {
  if (!told.fallbacks.length) return null;
  return (
    <Section icon="warning" title={say("machine.fallbacks")}>
      <p class="soft small">{say("machine.fallbacks.about")}</p>
      <Table
        heads={[say("machine.question"), say("machine.count"), say("machine.why")]}
        rows={told.fallbacks.map((each) => [
          sayKind("question", each.kind),
          sayNumber(each.count),
          sayWhy(each.why),
        ])}
      />
    </Section>
  );
}

/** Limits on questions that people have reached. */
function Limits({ told }: { told: Machine }) {
  if (!told.limits.length) return null;
  return (
    <Section icon="warning" title={say("machine.limits")}>
      <p class="soft small">{say("machine.limits.about")}</p>
      <Table
        heads={[say("machine.limit"), say("machine.count")]}
        rows={told.limits.map((each) => [sayKind("limit", each.name), sayNumber(each.count)])}
      />
    </Section>
  );
}

function Remedies({ told }: { told: Machine }) {
  const failures = told.total.failures.filter(({ remedy }) => read(remedy));
  if (!failures.length) return null;
  return (
    <Section icon="warning" title={say("machine.remedies")}>
      <p class="advice">{read(told.advice)}</p>
      <Table
        heads={[say("machine.why"), say("machine.count"), say("machine.remedy")]}
        rows={failures.map((each) => [sayWhy(each.why), sayNumber(each.count), read(each.remedy)])}
      />
    </Section>
  );
}

export function MachineRoom() {
  useEffect(look, []);
  const told = machine.value;
  const failed = trouble.value;
  if (!told) return failed ? <p class="trouble">{failed.what || say("failed.gone")}</p> : <Loading />;
  return (
    <div class="pad machine">
      <Who told={told} />
      <Section icon="feed" title={say("machine.per.minute")}>
        {told.per_minute.length > 1 ? (
          <Chart points={told.per_minute} />
        ) : (
          <p class="soft">{say("machine.quiet")}</p>
        )}
      </Section>
      <Waiting told={told} />
      <Budget told={told} />
      <Fallbacks told={told} />
      <Limits told={told} />
      <Remedies told={told} />
      <Habits told={told} />
      <Figures told={told} />
      <Calls />
    </div>
  );
}
