/**
 * The speech bubbles on the map and their duration: long enough to read, fewer and shorter at higher speed.
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
  readonly since: number;
  readonly until: number;
}

/** Maximum characters of a bubble, by rate in ticks per second. */
const LENGTHS: readonly (readonly [number, number])[] = [
  [1.5, 170],
  [3, 120],
  [7, 80],
  [25, 46],
  [Number.POSITIVE_INFINITY, 30],
];
/** Above this rate no text could be read. */
const BLUR = 150;
/** From this rate on, a talk shows one bubble at a time, each for a minimum time. */
const FAST = 2.5;
const LEAST = 1100;
const MOST = 12;
/** What people note without a word to others. */
const THOUGHTS: ReadonlySet<string> = new Set(["voice", "thought"]);

export function clip(text: string, rate: number): string {
  const length = LENGTHS.find(([upTo]) => rate <= upTo)?.[1] ?? 30;
  const letters = [...text];
  if (letters.length <= length) return text;
  const cut = letters.slice(0, length).join("");
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
    for (const { k, who, kind = "", talk = "", text = "" } of happenings) {
      if (k === "said" && text) this.say(who, talk, text, rate);
      if (k === "noted" && THOUGHTS.has(kind)) this.say(who, `~${who}`, text, rate, true);
      // When a person leaves, their last bubble disappears soon.
      if (k === "talk_ended") this.hush(talk);
    }
    return this.bubbles !== before;
  }

  private say(who: string, talk: string, text: string, rate: number, thought = false): void {
    const ofTalk = this.bubbles.filter((bubble) => bubble.talk === talk);
    const fast = rate > FAST;
    if (fast && ofTalk.some(({ since }) => this.time - since < LEAST)) return;
    const shown = clip(text, rate);
    const others = this.bubbles.filter((one) => one.who !== who && !(fast && one.talk === talk));
    const bubble = {
      who,
      talk,
      text: shown,
      thought,
      since: this.time,
      until: this.time + readingTime(shown),
    };
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
