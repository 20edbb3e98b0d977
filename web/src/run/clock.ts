/**
 * The clock of the playback: what moment is on show, and how it goes on.
 *
 * Knows seconds, ticks and how far is known; no town, no screen, no server. Invariant: it never jumps but by `seek`,
 * never goes backwards and never passes what is known; its rate changes smoothly.
 */

/** Ticks a second for speeds 1 to 5, then as fast as possible. */
export const SPEEDS = [1, 2, 5, 15, 60, 360] as const;
/** How fast a rate gives way to another, in seconds. */
const EASE = 0.18;
/** A pause goes on to the next whole tick at this rate at least, so that nobody stands between two tiles. */
const COAST = 4;
/** The most that a live view may be behind, in seconds of its pace, before it hurries. */
const BEHIND = 4;
const HURRY = 0.7;
/** A live view keeps so far behind, in seconds of its pace; whoever walks in the town wants to see their steps soon. */
export const CUSHION = 0.4;
export const WALKING = 0.1;

export interface Edge {
  /** The last tick that can be shown without a gap from here. */
  readonly known: number;
  /** How fast the edge itself moves, in ticks a second; 0 when it rests. */
  readonly pace: number;
}

export class Clock {
  /** Ticks, with a fraction. */
  now = 0;
  rate = 0;
  playing = true;
  /** Whether it keeps to the edge. */
  live = false;
  /** 1 to 6. */
  speed = 1;
  /** How far behind the edge it keeps when live, in seconds of its pace. */
  cushion = CUSHION;
  /** How often it was sent elsewhere. */
  jumps = 0;
  /** Where a pause or a step comes to rest. */
  private stop: number | null = null;

  seek(tick: number): void {
    this.jumps++;
    this.now = tick;
    this.rate = 0;
    this.stop = null;
  }

  play(): void {
    this.playing = true;
    this.stop = null;
  }

  pause(): void {
    this.playing = false;
    this.stop = Math.ceil(this.now - 1e-6);
  }

  /** One tick on, but not past the last one, then rest; a step that is under way counts. Says where it will be. */
  step(last = Number.POSITIVE_INFINITY): number {
    const from = this.stop ?? Math.floor(this.now + 1e-6);
    this.playing = false;
    this.stop = Math.max(from, Math.min(last, from + 1));
    return this.stop;
  }

  /** The rate it should have. */
  private wanted({ known, pace }: Edge): number {
    if (this.stop !== null) return Math.max(COAST, this.rate);
    if (!this.playing) return 0;
    if (!this.live) return SPEEDS[this.speed - 1] ?? 1;
    const lag = known - this.now;
    if (pace <= 0) return lag > 0 ? Math.max(COAST, lag / HURRY) : 0;
    // A little behind on purpose, so that what comes unevenly is shown evenly.
    const cushion = 1 + pace * this.cushion;
    if (lag > cushion + pace * BEHIND + COAST) return lag / HURRY;
    return pace * Math.max(0, Math.min(2, 1 + (lag - cushion) / (2 * cushion)));
  }

  /** Lets seconds pass; says whether the moment has changed. */
  advance(seconds: number, edge: Edge): boolean {
    const before = this.now;
    const wanted = this.wanted(edge);
    this.rate += (wanted - this.rate) * (1 - Math.exp(-seconds / EASE));
    if (wanted === 0 && this.rate < 0.05) this.rate = 0;
    const limit = Math.max(before, Math.min(edge.known, this.stop ?? Number.POSITIVE_INFINITY));
    this.now = Math.min(limit, before + this.rate * seconds);
    if (this.stop !== null && this.now >= this.stop) {
      this.stop = null;
      this.rate = 0;
    }
    return this.now !== before;
  }
}
