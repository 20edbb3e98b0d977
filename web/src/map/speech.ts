/**
 * The speech bubbles on the map and their duration: long enough to read; at higher speed fewer, shorter, and first those
 * that say something.
 *
 * Knows lines, elapsed time while the town moves, and the rate of the clock; no screen. Invariant: while the town
 * stands still its bubbles stay; each speaker has one bubble.
 */
import type { Happening } from "../api/run";

export interface Bubble {
  readonly who: string;
  readonly talk: string;
  readonly text: string;
  /** Thought, not said. */
  readonly thought: boolean;
  /** It carries nothing to remember. */
  readonly small: boolean;
  readonly since: number;
  readonly until: number;
}

const SHORTEST = 70;
/** Maximum characters of a bubble, by rate in ticks per second. */
const LENGTHS: readonly (readonly [number, number])[] = [
  [1.5, 170],
  [3, 120],
  [7, 90],
  [Number.POSITIVE_INFINITY, SHORTEST],
];
/** Above this rate no text could be read. */
const BLUR = 150;
/** From this rate on, a talk shows one bubble at a time. It gives way only to a line that says more, or once it is read. */
const FAST = 2.5;
const MOST = 12;
/** Maximum bubbles at such a rate: more cannot be read. */
const MOST_FAST = 4;
/** What people note without a word to others. */
const THOUGHTS: ReadonlySet<string> = new Set(["voice", "thought"]);

/** Sentences that fill at least this part of the space are shown without the beginning of the next. */
const WHOLE = 0.35;
/** The ends of sentences, with the quotation marks that follow. */
const SENTENCES = /[.!?。！？…]+["'”’」』）)]*\s*/gu;

/** A text as far as it is shown at a rate: whole sentences if one fits, or else whole words. */
export function clip(text: string, rate: number): string {
  const length = LENGTHS.find(([upTo]) => rate <= upTo)?.[1] ?? SHORTEST;
  const letters = [...text];
  if (letters.length <= length) return text;
  const cut = letters.slice(0, length).join("");
  const ends = [...cut.matchAll(SENTENCES)].map(({ index, 0: end }) => index + end.length);
  const whole = ends.findLast((end) => end > length * WHOLE);
  if (whole) return `${cut.slice(0, whole).trimEnd()} …`;
  const space = cut.lastIndexOf(" ");
  return `${(space > length * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The reading time of a text, in milliseconds. A Chinese character counts as three letters. */
export function readingTime(text: string): number {
  const letters = [...text].reduce((sum, letter) => sum + (letter > "⺀" ? 3 : 1), 0);
  return Math.min(7000, Math.max(2200, 1300 + 45 * letters));
}

export class Speech {
  bubbles: readonly Bubble[] = [];
  private time = 0;

  clear(): void {
    this.bubbles = [];
  }

  /** Advances time while the town moves. Returns whether the bubbles have changed. */
  pass(milliseconds: number): boolean {
    this.time += milliseconds;
    const kept = this.bubbles.filter(({ until }) => until > this.time);
    const changed = kept.length !== this.bubbles.length;
    if (changed) this.bubbles = kept;
    return changed;
  }

  /** Handles an event. Returns whether the bubbles have changed. */
  hear(happenings: readonly Happening[], rate: number): boolean {
    const before = this.bubbles;
    if (rate > BLUR) return false;
    for (const { k, who, kind = "", talk = "", text = "", small_talk = false } of happenings) {
      if (k === "said" && text) this.say(rate, { who, talk, text, small: small_talk, thought: false });
      if (k === "noted" && THOUGHTS.has(kind))
        this.say(rate, { who, talk: `~${who}`, text, small: false, thought: true });
      // When a person leaves, their last bubble disappears soon; at speed it stays until it is read.
      if (k === "talk_ended" && rate <= FAST) this.hush(talk);
    }
    return this.bubbles !== before;
  }

  private say(rate: number, line: Pick<Bubble, "who" | "talk" | "text" | "small" | "thought">): void {
    const fast = rate > FAST;
    const before = this.bubbles.filter(({ who, talk }) => who === line.who || (fast && talk === line.talk));
    if (fast && before.some(({ small }) => !small || line.small)) return;
    const others = this.bubbles.filter((bubble) => !before.includes(bubble));
    if (fast && others.length >= MOST_FAST) return;
    const text = clip(line.text, rate);
    const bubble = { ...line, text, since: this.time, until: this.time + readingTime(text) };
    this.bubbles = [...others, bubble].slice(-MOST);
  }

  private hush(talk: string): void {
    const soon = this.time + 2600;
    if (!this.bubbles.some((bubble) => bubble.talk === talk && bubble.until > soon)) return;
    this.bubbles = this.bubbles.map((bubble) =>
      bubble.talk === talk ? { ...bubble, until: Math.min(bubble.until, soon) } : bubble,
    );
  }
}
