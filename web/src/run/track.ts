/**
 * The positions of one person, stored as changes.
 *
 * Knows ticks and tiles. Invariant: ticks only grow; a position holds until the next one.
 */
import { NOWHERE } from "./frame";

/** x, y in tiles; null if the person is not in town. */
export type Place = readonly [number, number] | null;

const FIRST = 8;

export class Track {
  private ticks = new Uint32Array(FIRST);
  private places = new Uint16Array(FIRST * 2);
  private count = 0;

  /** Sets the position from a tick on. It replaces changes at this tick or later. */
  push(tick: number, x: number, y: number): void {
    while (this.count > 0 && (this.ticks[this.count - 1] ?? 0) >= tick) this.count--;
    if (this.count === this.ticks.length) this.grow();
    this.ticks[this.count] = tick;
    this.places[this.count * 2] = x;
    this.places[this.count * 2 + 1] = y;
    this.count++;
  }

  private grow(): void {
    const [ticks, places] = [this.ticks, this.places];
    this.ticks = new Uint32Array(ticks.length * 2);
    this.places = new Uint16Array(places.length * 2);
    this.ticks.set(ticks);
    this.places.set(places);
  }

  /** The index of the last change at or before a tick, or -1. */
  private indexAt(tick: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ticks[middle] ?? 0) <= tick) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  at(tick: number): Place {
    const index = this.indexAt(tick);
    const x = this.places[index * 2] ?? NOWHERE;
    return index < 0 || x === NOWHERE ? null : [x, this.places[index * 2 + 1] ?? 0];
  }
}
