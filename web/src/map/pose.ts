/**
 * A person's pose at a moment between two ticks: position, direction, walking or asleep.
 *
 * Knows positions at ticks and activities; nothing of pictures. Invariant: between neighbouring tiles people move
 * evenly; a longer distance in one tick is a jump, so they appear at the next position.
 */
import type { State } from "../run/state";
import type { Place } from "../run/track";

export type Facing = "down" | "left" | "right" | "up";

export interface Pose {
  there: boolean;
  /** The ground under the feet, in map pixels. */
  x: number;
  y: number;
  facing: Facing;
  walking: boolean;
  asleep: boolean;
}

/** The input for poses. */
export interface Ground {
  readonly tileSize: number;
  place(index: number, tick: number): Place;
  /** The tiles of a thing. */
  tiles(thing: string): readonly (readonly [number, number])[];
  index(person: string): number | undefined;
}

export function towards(dx: number, dy: number): Facing | null {
  if (dx === 0 && dy === 0) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

/** The direction of the nearest of some tiles. */
function towardsAny(
  from: readonly [number, number],
  tiles: Ground["tiles"] extends (t: string) => infer T ? T : never,
) {
  let nearest: readonly [number, number] | undefined;
  for (const tile of tiles) {
    const far = (one: readonly [number, number]) => Math.abs(one[0] - from[0]) + Math.abs(one[1] - from[1]);
    if (!nearest || far(tile) < far(nearest)) nearest = tile;
  }
  return nearest ? towards(nearest[0] - from[0], nearest[1] - from[1]) : null;
}

/** The direction in which a standing person looks. */
function lookDirection(
  ground: Ground,
  id: string,
  at: readonly [number, number],
  tick: number,
  state: State,
): Facing | null {
  const doing = state.people.get(id);
  const talk = doing?.talk ? state.talks.get(doing.talk) : undefined;
  if (talk) {
    // Listeners look at the last speaker, who looks at the speaker before.
    const others = talk.people.filter((one) => one !== id);
    const speaker =
      talk.lines.findLast((line) => line.who !== id && others.includes(line.who))?.who ?? others[0];
    const other = speaker === undefined ? undefined : ground.index(speaker);
    const place = other === undefined ? null : ground.place(other, tick);
    if (place) return towards(place[0] - at[0], place[1] - at[1]);
  }
  return doing?.deed?.thing ? towardsAny(at, ground.tiles(doing.deed.thing)) : null;
}

/** Writes a person's pose at a moment into `pose`. Values that nothing decides stay as they were. */
export function poseAt(
  ground: Ground,
  index: number,
  id: string,
  now: number,
  state: State,
  pose: Pose,
): void {
  const tick = Math.floor(now);
  const here = ground.place(index, tick);
  const next = ground.place(index, tick + 1) ?? here;
  pose.there = here !== null;
  if (!here || !next) return;
  const [dx, dy] = [next[0] - here[0], next[1] - here[1]];
  const part = Math.abs(dx) <= 1 && Math.abs(dy) <= 1 ? now - tick : 0;
  pose.x = (here[0] + dx * part + 0.5) * ground.tileSize;
  pose.y = (here[1] + dy * part + 1) * ground.tileSize;
  pose.walking = dx !== 0 || dy !== 0;
  pose.asleep = !pose.walking && state.people.get(id)?.asleep === true;
  pose.facing = towards(dx, dy) ?? lookDirection(ground, id, here, tick, state) ?? pose.facing;
}
