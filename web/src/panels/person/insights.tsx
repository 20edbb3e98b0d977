/**
 * A person's insights, each with the memories it is based on, which can be opened in turn.
 *
 * Knows memories by their numbers. Invariant: evidence is requested only when it is opened.
 */

import { useState } from "preact/hooks";
import { readMemories } from "../../api/reads";
import type { Insight } from "../../api/wire.gen";
import { run } from "../../run/now";
import { say, sayKind } from "../../words";
import { slowTick, useAnswer } from "../answer";
import { spokenLanguage } from "../language";
import { Moment } from "../link";
import { Section } from "../section";
import { Loading, Trouble } from "../trouble";
import { kindSignOf } from "./kinds";

/** The memories with these numbers. */
export function Evidence({ id, numbers }: { id: string; numbers: readonly number[] }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.peek();
  const kept = useAnswer(`${id} ${numbers.join()}`, async () => {
    const asked = numbers.map((number) => readMemories(name, id, { tick, before: number + 1, limit: 1 }));
    return (await Promise.all(asked)).flatMap(({ memories }) => memories);
  });
  if (!kept.data) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  return (
    <ul class="evidence">
      {kept.data.map((memory) => (
        <li key={memory.number}>
          <p>
            <span class="emoji" aria-hidden="true">
              {kindSignOf(memory.kind)}
            </span>{" "}
            <span lang={spokenLanguage.value}>{memory.text}</span>
          </p>
          <p class="under soft">
            <Moment tick={memory.tick} /> · {sayKind("memory", memory.kind)}
            {memory.evidence.length > 0 && <More id={id} numbers={memory.evidence} />}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A button that opens the memories with these numbers. */
export function More({ id, numbers }: { id: string; numbers: readonly number[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {" · "}
      <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {say("memory.evidence", { n: numbers.length })}
      </button>
      {open && <Evidence id={id} numbers={numbers} />}
    </>
  );
}

export function Insights(props: { id: string; insights: readonly Insight[]; most: number }) {
  const [all, setAll] = useState(false);
  const newest = [...props.insights].sort((one, other) => other.number - one.number);
  if (!newest.length) return null;
  return (
    <Section icon="bulb" title={say("person.insights")}>
      <ul class="insights">
        {newest.slice(0, all ? undefined : props.most).map((insight) => (
          <li key={insight.number}>
            <p lang={spokenLanguage.value}>{insight.text}</p>
            <div class="under soft">
              <Moment tick={insight.tick} />
              {insight.evidence.length > 0 && <More id={props.id} numbers={insight.evidence} />}
            </div>
          </li>
        ))}
      </ul>
      {newest.length > props.most && (
        <button type="button" class="link" onClick={() => setAll(!all)}>
          {all ? say("panel.less") : say("panel.all", { n: newest.length })}
        </button>
      )}
    </Section>
  );
}
