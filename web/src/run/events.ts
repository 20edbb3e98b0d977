/**
 * The events of the town around the displayed moment: announced ones, and those that people host or mean to come to.
 *
 * Knows where to ask and how often. Invariant: after a jump the events are those of the new moment.
 */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { readEvents } from "../api/reads";
import type { TownEvent } from "../api/wire.gen";
import { nowTick, run } from "./now";

/** How long an answer is used: minimum time in milliseconds, and the town time after which it is asked again. */
const REST = 3000;
const STALE_TICKS = 30;
/** While time passes slowly, an answer is used for so many milliseconds at most: the user may announce something. */
const STALE = 6000;

export const events = signal<readonly TownEvent[]>([]);
/** The moment at which they are those that people know of. */
export const eventsAsOf = signal(0);

const isAhead = ({ end }: TownEvent) => end > nowTick.peek();
/** Their number: it changes seldom, time does at every tick. */
const countAhead = computed(() => {
  void nowTick.value;
  return events.value.filter(isAhead).length;
});

/** Events that are not over, soonest first. */
export const eventsAhead = computed(() => {
  void countAhead.value;
  return events.value.filter(isAhead);
});

let asked = { run: "", tick: -1, at: 0 };

async function ask(name: string, tick: number): Promise<void> {
  try {
    const found = await readEvents(name, tick);
    if (run.peek()?.name !== name) return;
    batch(() => {
      events.value = found;
      eventsAsOf.value = tick;
    });
  } catch {
    // The page stays without events. The next moment asks again.
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the events of the displayed moment, unless it was asked for them lately; then it asks a little later. */
function renew(name: string): void {
  const [tick, now] = [nowTick.peek(), performance.now()];
  const isSame = asked.run === name;
  const isNear = tick >= asked.tick && tick - asked.tick < STALE_TICKS;
  if (isSame && isNear && (tick === asked.tick || now - asked.at < STALE)) return;
  clearTimeout(timer);
  if (isSame && now - asked.at < REST) {
    // The time may stand still: nothing else would ask again.
    timer = setTimeout(() => run.peek()?.name === name && renew(name), asked.at + REST - now);
    return;
  }
  if (!isSame) events.value = [];
  asked = { run: name, tick, at: now };
  ask(name, tick);
}

/** Keeps the events up to date until the returned function is called. */
export function keepEvents(): () => void {
  return effect(() => {
    const name = run.value?.name;
    void nowTick.value;
    untracked(() => {
      if (name) renew(name);
      else events.value = [];
    });
  });
}
