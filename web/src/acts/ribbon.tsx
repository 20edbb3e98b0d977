/**
 * The line over a fork: where it comes from, what the user changed first, and the comparison with the original.
 *
 * Knows the open run and its marks. Invariant: shown until it is closed, once for each fork.
 */
import { signal } from "@preact/signals";
import { inReplay } from "../api/carried";
import { recall, remember } from "../memory";
import { Icon } from "../panels/icon";
import { nameOf } from "../panels/names";
import { stamp } from "../panels/when";
import { openComparison, openRun } from "../route";
import { nowTick, run } from "../run/now";
import { CHANGES, marks } from "../time/marks";
import { type Key, say } from "../words";

const closed = signal<ReadonlySet<string>>(new Set((recall("ribbons") ?? "").split("\n")));

function close(name: string): void {
  closed.value = new Set([...closed.value, name]);
  remember("ribbons", [...closed.value].slice(-50).join("\n"));
}

/** What the user did first in the fork, in words, and how much more. */
function changes(since: number): string {
  const [first, ...more] = marks.value.inputs.filter(([tick, what]) => tick >= since && CHANGES.has(what));
  if (!first) return say("ribbon.nothing");
  const [, kind, person] = first;
  const told = say(`ribbon.${kind}` as Key, { name: person ? nameOf(person) : "" });
  return more.length ? `${told} ${say("ribbon.more", { n: more.length })}` : told;
}

export function Ribbon() {
  const open = run.value;
  const parent = open?.parent;
  if (!open || !parent || inReplay || closed.value.has(open.name)) return null;
  return (
    <section class="ribbon" aria-label={say("ribbon")}>
      <p>
        <Icon name="fork" /> {say("ribbon.from", { run: parent.run, time: stamp(parent.tick) })}{" "}
        {changes(parent.tick)}
      </p>
      <button
        type="button"
        class="act"
        id="ribbon-original"
        onClick={() => openRun(parent.run, { tick: String(nowTick.peek()) })}
      >
        {say("ribbon.original")}
      </button>
      <button
        type="button"
        class="act"
        id="ribbon-compare"
        onClick={() => openComparison(parent.run, open.name, nowTick.peek())}
      >
        <Icon name="compare" />
        {say("ribbon.compare")}
      </button>
      <button type="button" class="round" aria-label={say("dialog.close")} onClick={() => close(open.name)}>
        <Icon name="close" />
      </button>
    </section>
  );
}
