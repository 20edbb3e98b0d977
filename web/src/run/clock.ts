/**
 * The playback clock: which moment is displayed, and how it advances.
 *
 * Knows seconds, ticks and the last known tick; no town, no screen, no server. Invariant: it jumps only by `seek`,
 * never goes backwards and never passes the last known tick; its rate changes smoothly.
 */

/** Ticks per second for speeds 1 to 5, then as fast as possible. */
export const SPEEDS = [1, 2, 5, 15, 60, 360] as const;
/** How fast one rate changes to another, in seconds. */
const EASE = 0.18;
/** A pause continues to the next whole tick at this rate at least, so that no person stops between two tiles. */
const COAST = 4;
/** Maximum delay of a live view, in seconds of its pace, before it speeds up. */
const BEHIND = 4;
const HURRY = 0.7;
/** The delay of a live view, in seconds of its pace. It is shorter for an avatar, so that steps show soon. */
export const CUSHION = 0.4;
export const WALKING = 0.1;

export interface Edge {
  /** The last tick that can be shown without a gap from here. */
  readonly known: number;
  /** The rate of the edge itself, in ticks per second; 0 if it stands still. */
  readonly pace: number;
}

export class Clock {
  /** Ticks, with a fraction. */
  now = 0;
  rate = 0;
  playing = true;
  /** Whether it follows the edge. */
  live = false;
  /** 1 to 6. */
  speed = 1;
  /** The delay behind the edge in a live view, in seconds of its pace. */
  cushion = CUSHION;
  /** The number of jumps. */
  jumps = 0;
  /** The tick at which a pause or a step ends. */
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

  /** Advances one tick, but not past the last one, then stops. A step in progress counts. Returns the target. */
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
    // A small delay, so that data that arrives unevenly is shown evenly.
    const cushion = 1 + pace * this.cushion;
    if (lag > cushion + pace * BEHIND + COAST) return lag / HURRY;
    return pace * Math.max(0, Math.min(2, 1 + (lag - cushion) / (2 * cushion)));
  }

  /** Advances by seconds. Returns whether the moment has changed. */
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
