/**
 * Why a person does something: the plan, what was noticed, the recalled memories with scores, who was asked.
 *
 * Knows a decision as it was recorded. Invariant: shows only what is recorded; inputs that were not used are left
 * out.
 */
import { useState } from "preact/hooks";
import { readWhy } from "../../api/reads";
import type { Asked, Recalled, Why } from "../../api/wire.gen";
import { sayWhy } from "../../machine/fault";
import { run } from "../../run/now";
import { type Key, say, sayKind } from "../../words";
import { slowTick, useAnswer } from "../answer";
import { Moment } from "../link";
import { Loading, Trouble } from "../trouble";
import { kindSignOf } from "./kinds";
import { sayMind } from "./mind";
import { isSame } from "./same";
import { ScoreBars } from "./scores";

const PARTS = ["plan", "promise", "percept", "choice", "because"] as const;

/** The parts of the decision. What the activity, the sentence or an earlier part says already is left out. */
function Facts({ why }: { why: Why }) {
  const told = PARTS.filter((part, index) => {
    const before = [why.deed, why.sentence, ...PARTS.slice(0, index).map((one) => why[one])];
    return why[part] && !before.some((text) => isSame(text, why[part]));
  });
  if (!told.length) return null;
  return (
    <dl class="reasons">
      {told.map((part) => (
        <div key={part}>
          <dt>{say(`why.${part}` as Key)}</dt>
          <dd>{part === "choice" ? sayKind("why.choice", why.choice) : why[part]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The routine that was reused, the memory that came up at night, and the limit that was reached. */
function Habit({ why }: { why: Why }) {
  const { routine, wandering, limit } = why;
  if (!routine && !wandering && !limit) return null;
  return (
    <dl class="reasons">
      {routine && (
        <div data-habit>
          <dt>{say("why.routine")}</dt>
          <dd>
            {routine.of ? (
              say("why.routine.of", { run: routine.of })
            ) : (
              <>
                {say("why.routine.made")} <Moment tick={routine.made} />
              </>
            )}
            {" · "}
            {say("why.routine.what", { what: routine.what })}
            <span class="soft">
              {" · "}
              {say("why.routine.score", { n: Math.round(routine.score * 100) })}
              {" · "}
              {say("why.routine.used", { n: routine.used })}
            </span>
          </dd>
        </div>
      )}
      {wandering && (
        <div>
          <dt>{say("why.wandering")}</dt>
          <dd>{wandering}</dd>
        </div>
      )}
      {limit && (
        <div>
          <dt>{say("why.limit")}</dt>
          <dd>{sayKind("limit", limit)}</dd>
        </div>
      )}
    </dl>
  );
}

function Came({ memories }: { memories: readonly Recalled[] }) {
  if (!memories.length) return null;
  return (
    <>
      <h3>{say("why.recalled")}</h3>
      <ul class="memories">
        {memories.map((memory) => (
          <li key={memory.number}>
            <p>
              <span class="emoji" aria-hidden="true">
                {kindSignOf(memory.kind)}
              </span>{" "}
              {memory.text || say("why.forgotten")}
            </p>
            <p class="under soft">
              <Moment tick={memory.tick} />
            </p>
            <ScoreBars scores={{ ...memory, total: memory.score }} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Questions({ asked }: { asked: readonly Asked[] }) {
  if (!asked.length) return null;
  return (
    <>
      <h3>{say("why.asked")}</h3>
      <ul class="asked">
        {asked.map((question) => (
          <li key={`${question.tick} ${question.kind}`}>
            <strong>{sayKind("question", question.kind)}</strong> · {sayMind(question.by)}
            <span class="soft">
              {" "}
              <Moment tick={question.tick} />
              {question.tokens > 0 && ` · ${say("machine.tokens", { n: question.tokens })}`}
              {question.seconds > 0.05 && ` · ${say("machine.seconds", { n: question.seconds.toFixed(1) })}`}
            </span>
            {question.why && <p class="under soft">{sayWhy(question.why)}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Told({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`${id} ${tick}`, () => readWhy(name, id, tick));
  const why = kept.data;
  if (why === undefined) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  if (why === null) return <p class="soft">{say("why.none")}</p>;
  return (
    <div class="why-details">
      <p class="under soft">
        {say("why.decided")} <Moment tick={why.decided} />
      </p>
      {why.note && (
        <p class="soft small" data-note>
          {why.note}
        </p>
      )}
      <Facts why={why} />
      <Habit why={why} />
      <Came memories={why.recalled} />
      <Questions asked={why.asked} />
      {why.since.length > 0 && (
        <>
          <h3>{say("why.since")}</h3>
          <ul class="plain">
            {why.since.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The reasons, behind a button. */
export function WhyDetails({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link" id="why" aria-expanded={open} onClick={() => setOpen(!open)}>
        {say(open ? "why.less" : "why.more")}
      </button>
      {open && <Told id={id} />}
    </>
  );
}
