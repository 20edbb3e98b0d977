/**
 * An interview: questions to a person at the displayed moment, and the answers.
 *
 * Knows the earlier questions at the same moment. Invariant: an interview changes neither the person nor the run;
 * another moment starts another interview.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { askPerson } from "../api/reads";
import type { Reply } from "../api/wire.gen";
import { Moment } from "../panels/link";
import { calledOf } from "../panels/names";
import { kindSignOf } from "../panels/person/kinds";
import { sayMind } from "../panels/person/mind";
import { clockAt, dayAt } from "../panels/when";
import { nowTick, run } from "../run/now";
import { say } from "../words";
import { Composer } from "./composer";
import { showError } from "./send";

function Used({ reply }: { reply: Reply }) {
  if (!reply.used.length) return null;
  return (
    <details>
      <summary>{say("ask.used", { n: reply.used.length })}</summary>
      <ul class="evidence">
        {reply.used.map((memory) => (
          <li key={memory.number}>
            <span class="emoji" aria-hidden="true">
              {kindSignOf(memory.kind)}
            </span>{" "}
            {memory.text}{" "}
            <span class="soft small">
              <Moment tick={memory.tick} /> · {memory.scores.total.toFixed(2)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Exchange({ reply }: { reply: Reply }) {
  return (
    <li class="exchange">
      <p class="utter mine">{reply.question}</p>
      <div class="utter theirs">
        <p>{reply.say}</p>
        <p class="under soft">
          {!reply.knows && `${say("ask.unsure")} · `}
          {say("mind.answered", { name: sayMind(reply.by) })}
          {reply.why && <span data-why> · {reply.why}</span>}
        </p>
        <Used reply={reply} />
      </div>
    </li>
  );
}

export function AskBox({ person }: { person: string }) {
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  const [waits, setWaits] = useState("");
  const log = useRef<HTMLOListElement>(null);
  useEffect(() => log.current?.scrollTo({ top: log.current.scrollHeight }), [replies.length, waits]);
  const tick = replies[0]?.tick ?? nowTick.value;
  const ask = async (question: string) => {
    const open = run.peek();
    if (!open) return false;
    const now = nowTick.peek();
    // An interview continues while time passes. A jump in time starts a new one.
    const same = replies[0] && Math.abs(replies[0].tick - now) < 180 ? replies : [];
    setWaits(question);
    try {
      const before = same.map((reply) => ({ question: reply.question, answer: reply.say }));
      const at = same[0]?.tick ?? now;
      setReplies([...same, await askPerson(open.name, { person, tick: at, question, before })]);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setWaits("");
    }
  };
  return (
    <div class="speak-box">
      <p class="soft small">
        {say("ask.about", { name: calledOf(person), time: `${dayAt(tick)}, ${clockAt(tick)}` })}
      </p>
      {replies.at(-1)?.note && (
        <p class="soft small" data-note>
          {replies.at(-1)?.note}
        </p>
      )}
      {(replies.length > 0 || waits) && (
        <ol class="exchanges" ref={log} aria-live="polite">
          {replies.map((reply, index) => (
            <Exchange key={`${index} ${reply.question}`} reply={reply} />
          ))}
          {waits && (
            <li class="exchange">
              <p class="utter mine">{waits}</p>
              <p class="utter theirs soft">
                <span class="dots" aria-hidden="true" />
                {say("ask.thinks", { name: calledOf(person) })}
              </p>
            </li>
          )}
        </ol>
      )}
      <Composer
        name="ask"
        label={say("ask.label", { name: calledOf(person) })}
        button={say("speak.ask")}
        busy={waits !== ""}
        focused
        onSend={ask}
      />
    </div>
  );
}
