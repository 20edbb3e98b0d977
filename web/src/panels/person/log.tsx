/**
 * A person's action log: the blocks of the day, new or from routines, each with its deeds; with talks and sleep.
 *
 * Knows actions as the server sends them. Invariant: nothing after the displayed moment is shown; a deed is listed
 * under its block.
 */
import { readLog } from "../../api/reads";
import type { Logged } from "../../api/wire.gen";
import { run } from "../../run/now";
import { chooseTalk } from "../../town";
import { say } from "../../words";
import { slowTick, useAnswer } from "../answer";
import { Moment } from "../link";
import { Empty, Loading, Trouble } from "../trouble";
import { lengthOf } from "../when";

function Mark({ act }: { act: Logged }) {
  if (act.parent === "react") return <span class="chip">{say("log.react")}</span>;
  return <span class={act.reused ? "chip gold" : "chip"}>{say(act.reused ? "log.reused" : "log.new")}</span>;
}

function Row({ act }: { act: Logged }) {
  const talk = act.talk;
  return (
    <li data-is={act.kind} data-reused={act.reused}>
      <Moment tick={act.tick} />
      <span>
        {act.emoji && (
          <span class="emoji" aria-hidden="true">
            {act.emoji}{" "}
          </span>
        )}
        {talk ? (
          <button type="button" class="link" onClick={() => chooseTalk(talk)}>
            {act.what}
          </button>
        ) : (
          act.what
        )}{" "}
        {act.kind === "block" && <Mark act={act} />}
      </span>
      <span class="soft">{talk ? say("log.lines", { n: act.lines }) : lengthOf(act.ticks)}</span>
    </li>
  );
}

export function ActionLog({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`${id} ${tick}`, () => readLog(name, id, tick));
  const log = kept.data;
  if (!log) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  if (!log.acts.length) return <Empty words={say("log.none")} />;
  return (
    <>
      <p class="soft small">
        {say("log.about", { n: log.blocks, reused: log.reused })}
        {run.value?.off.includes("routines") && ` ${say("machine.habit.off")}`}
      </p>
      <ol class="log" aria-label={say("log.label")}>
        {log.acts.map((act) => (
          <Row key={`${act.tick} ${act.kind} ${act.talk ?? act.what}`} act={act} />
        ))}
      </ol>
    </>
  );
}
