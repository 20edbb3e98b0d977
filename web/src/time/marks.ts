/**
 * The marks of a run for the timeline: talks, insights, changed plans, user actions.
 *
 * Knows where to ask and how often. Invariant: while a run is running the marks are at most a few seconds old, and
 * the cost of asking does not depend on its speed.
 */
import { effect, signal, untracked } from "@preact/signals";
import { fetchMarks, type Marks } from "../api/run";
import { recall, remember } from "../memory";
import { lastTick, nowTick, run } from "../run/now";

/** Minimum interval between two requests, in milliseconds. */
const REST = 6000;
const NONE: Marks = { talks: [], reflections: [], plans: [], inputs: [] };

export const marks = signal<Marks>(NONE);

/** The user's actions that change what people know or meet, and so are told of a fork. */
export const CHANGES: ReadonlySet<string> = new Set([
  "whisper",
  "tell",
  "change",
  "announce",
  "arrive",
  "remove",
  "enter",
]);

/** The kinds of marks, and their colours on the timeline. */
export const COLOURS = {
  talk: "#d98e12",
  reflection: "#8f63d6",
  plan: "#3d9db8",
  input: "#d2362a",
  event: "#3f7d3f",
} as const;
export type Kind = keyof typeof COLOURS;
export const KINDS = Object.keys(COLOURS) as readonly Kind[];

/** The kinds that the user has hidden. */
export const leftOut = signal<ReadonlySet<Kind>>(
  new Set(KINDS.filter((kind) => (recall("marks") ?? "").split(" ").includes(kind))),
);

/** Shows or hides marks of a kind. */
export function turn(kind: Kind): void {
  const next = new Set(leftOut.peek());
  if (!next.delete(kind)) next.add(kind);
  leftOut.value = next;
  remember("marks", [...next].join(" "));
}

let asked = { run: "", end: -1, at: 0 };

async function ask(name: string): Promise<void> {
  try {
    const found = await fetchMarks(name);
    if (run.peek()?.name === name) marks.value = found;
  } catch {
    // The timeline stays without marks. The next moment asks again.
  }
}

/** Keeps the marks up to date until the returned function is called. */
export function keepMarks(): () => void {
  return effect(() => {
    const [name, end] = [run.value?.name, lastTick.value];
    untracked(() => {
      if (!name) {
        marks.value = NONE;
        asked = { run: "", end: -1, at: 0 };
        return;
      }
      const now = performance.now();
      if (asked.run === name && (asked.end === end || now - asked.at < REST)) return;
      if (asked.run !== name) marks.value = NONE;
      asked = { run: name, end, at: now };
      ask(name);
    });
  });
}

/** The first talk after the displayed moment: when, and with whom. */
export function nextTalk(): { readonly tick: number; readonly people: readonly string[] } | null {
  let best: Marks["talks"][number] | undefined;
  for (const talk of marks.value.talks) {
    if (talk[0] > nowTick.value && (!best || talk[0] < best[0])) best = talk;
  }
  return best ? { tick: best[0], people: best[2] } : null;
}
