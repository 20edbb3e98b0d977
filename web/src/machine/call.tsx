/**
 * One call to a model: a line, and on request the prompt, the raw reply, what was wrong and what was used.
 *
 * Knows a call as the server sends it. Invariant: texts of models are shown as plain text; they are loaded when the
 * line is opened.
 */
import { useState } from "preact/hooks";
import { readCall } from "../api/reads";
import type { Call, CallDetails, CallFault } from "../api/wire.gen";
import { useAnswer } from "../panels/answer";
import { spokenLanguage } from "../panels/language";
import { Moment, PersonLink } from "../panels/link";
import { nameOf } from "../panels/names";
import { sayMind } from "../panels/person/mind";
import { Loading, Trouble } from "../panels/trouble";
import { stamp } from "../panels/when";
import { run } from "../run/now";
import { read, say, sayKind } from "../words";
import { sayWhy } from "./fault";
import { sayNumber, sayPrice, sayTime } from "./say";

const QUOTE_CHARACTERS = 200;
/** Uses that have words of their own; the others are told by the outcome of the request. */
const OWN_WORDS = new Set(["used", "waiting", "unused", "aside"]);

/** What became of a call, in words. */
function sayUse(call: Call): string {
  if (call.use === "unusable") return say("calls.use.unusable", { why: sayWhy(call.wrong) });
  return OWN_WORDS.has(call.use) ? sayKind("calls.use", call.use) : sayKind("outcome", call.outcome);
}

function isTroubled(call: Call): boolean {
  return call.use === "unusable" || call.use === "failed";
}

function sayFault({ code, field, about }: CallFault): string {
  const fault = sayWhy(`${code}: ${field}`);
  return about ? say("calls.fault", { fault, about: about.slice(0, QUOTE_CHARACTERS) }) : fault;
}

function Faults({ title, faults }: { title: string; faults: readonly CallFault[] }) {
  if (!faults.length) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {faults.map((fault, index) => (
          <li key={index}>{sayFault(fault)}</li>
        ))}
      </ul>
    </>
  );
}

/** A text of the town or of a model, line by line. */
function Verbatim({ id, text }: { id: string; text: string }) {
  return (
    <pre class="verbatim" id={id} lang={spokenLanguage.value}>
      {text || say("calls.empty")}
    </pre>
  );
}

function Facts({ call }: { call: Call }) {
  const before = call.requests.slice(0, -1);
  return (
    <dl class="facts">
      <dt>{say("machine.person")}</dt>
      <dd>
        {call.person ? <PersonLink id={call.person} short={false} /> : say("calls.nobody")} ·{" "}
        <Moment tick={call.tick} />
      </dd>
      <dt>{say("machine.model")}</dt>
      <dd>{sayMind(call.model)}</dd>
      {call.server && (
        <>
          <dt>{say("calls.server")}</dt>
          <dd>{call.server}</dd>
        </>
      )}
      <dt>{say("calls.tokens.label")}</dt>
      <dd>
        {say("calls.tokens", {
          prompt: sayNumber(call.prompt_tokens),
          cached: call.cached_tokens > 0 ? say("calls.cached", { n: sayNumber(call.cached_tokens) }) : "",
          answer: sayNumber(call.answer_tokens),
        })}
      </dd>
      {before.length > 0 && (
        <>
          <dt>{say("calls.before")}</dt>
          <dd>{before.map(({ outcome }) => sayKind("outcome", outcome)).join(say("fault.next"))}</dd>
        </>
      )}
    </dl>
  );
}

function Used({ told }: { told: CallDetails }) {
  const { answer } = told;
  return (
    <>
      <h3>{say("calls.used")}</h3>
      {answer ? (
        <>
          <p class="soft small">
            {say("mind.answered", { name: sayMind(answer.by) })}
            {answer.why && ` · ${sayWhy(answer.why)}`}
          </p>
          <Verbatim id={`call-${told.call.number}-answer`} text={JSON.stringify(answer.content, null, 2)} />
        </>
      ) : (
        <p class="soft small">{say("calls.nothing")}</p>
      )}
    </>
  );
}

function Details({ call }: { call: Call }) {
  const name = run.value?.name ?? "";
  const kept = useAnswer(`${name} ${call.number} ${call.use}`, () => readCall(name, call.number));
  const told = kept.data;
  return (
    <div class="call-details">
      <Facts call={call} />
      <Trouble kept={kept} />
      {!told && !kept.trouble && <Loading />}
      {told && (
        <>
          <h3>{say("calls.prompt")}</h3>
          <p class="soft small">{read(told.prompt_note)}</p>
          {told.prompt && <Verbatim id={`call-${call.number}-prompt`} text={told.prompt} />}
          <h3>{say("calls.reply")}</h3>
          {read(told.reply_note) && <p class="soft small">{read(told.reply_note)}</p>}
          {call.cut_off && <p class="soft small">{say("calls.cut_off")}</p>}
          {told.raw_reply !== null && <Verbatim id={`call-${call.number}-reply`} text={told.raw_reply} />}
          <Faults title={say("calls.wrong")} faults={told.faults} />
          <Faults title={say("calls.left_out")} faults={told.left_out} />
          <Used told={told} />
        </>
      )}
    </div>
  );
}

export function CallRow({ call }: { call: Call }) {
  const [open, setOpen] = useState(false);
  const attempt = call.attempt ? ` ${say("calls.attempt", { n: call.attempt + 1 })}` : "";
  return (
    <li class="call" data-call={call.number} data-use={call.use}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="what">
            {stamp(call.tick)} · {call.person ? nameOf(call.person) : say("calls.nobody")} ·{" "}
            {sayKind("question", call.kind)}
            {attempt}
          </span>
          <span class={isTroubled(call) ? "end failed" : "end"}>{sayUse(call)}</span>
          <span class="soft took">
            {[
              sayMind(call.model),
              ...(call.seconds >= 0.05 ? [sayTime(call.seconds)] : []),
              say("machine.tokens", { n: call.prompt_tokens + call.answer_tokens }),
              ...(call.price ? [`$${sayPrice(call.price)}`] : []),
            ].join(" · ")}
          </span>
        </summary>
        {open && <Details call={call} />}
      </details>
    </li>
  );
}
