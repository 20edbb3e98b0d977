/**
 * A person's pose at a moment between two ticks: position, direction, how the body is held, and what is in the hands.
 *
 * Knows positions at ticks, activities and how things are used; nothing of pictures. Invariant: between neighbouring tiles people move
 * evenly; a longer distance in one tick is a jump, so they appear at the next position.
 */
import type { Doing, State } from "../run/state";
import type { Place } from "../run/track";
import { type Item, itemOf } from "./hands";

/** How a body is held. Who works or carries has both hands in front. */
export type Bearing = "standing" | "walking" | "sitting" | "lying" | "working" | "carrying";
export type Gesture = "none" | "wave" | "speak";
export type Facing = "down" | "left" | "right" | "up";

export interface Pose {
  there: boolean;
  /** The ground under the feet, in map pixels. */
  x: number;
  y: number;
  facing: Facing;
  walking: boolean;
  bearing: Bearing;
  asleep: boolean;
  gesture: Gesture;
  item: Item | null;
}

/** How long people wave and move while they speak, in ticks. */
const WAVE_TICKS = 3;
const SPEAK_TICKS = 2;

/** The input for poses. */
export interface Ground {
  readonly tileSize: number;
  place(index: number, tick: number): Place;
  /** The tiles of a thing. */
  tiles(thing: string): readonly (readonly [number, number])[];
  /** The direction of the seat on a tile. */
  seat(x: number, y: number): Facing | undefined;
  /** How people use a thing. */
  posture(thing: string): string;
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
  const thing = doing?.deed?.thing;
  if (!thing) return null;
  const seat = ground.posture(thing) === "sitting" ? ground.seat(at[0], at[1]) : undefined;
  return seat ?? towardsAny(at, ground.tiles(thing));
}

/** How a person who stays in place holds the body. */
function bearingAtRest(ground: Ground, doing: Doing | undefined): Bearing {
  if (doing?.asleep) return "lying";
  const { deed, talk } = doing ?? {};
  if (!deed) return "standing";
  const posture = deed.thing ? ground.posture(deed.thing) : "";
  if (posture === "sitting" || posture === "lying") return posture;
  if (talk) return "standing";
  if (deed.thing) return "working";
  return itemOf(deed.emoji) ? "carrying" : "standing";
}

function gestureOf(doing: Doing | undefined, id: string, tick: number, state: State): Gesture {
  if (!doing || doing.asleep) return "none";
  const line = doing.talk ? state.talks.get(doing.talk)?.lines.at(-1) : undefined;
  // A line shows from the tick after it was said.
  if (line?.who === id && tick - line.tick <= SPEAK_TICKS) return "speak";
  return tick - doing.greeted < WAVE_TICKS && !line ? "wave" : "none";
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
  const doing = state.people.get(id);
  const walking = dx !== 0 || dy !== 0;
  const item = itemOf(walking ? doing?.held : doing?.deed?.emoji);
  pose.bearing = walking ? (item ? "carrying" : "walking") : bearingAtRest(ground, doing);
  pose.asleep = !walking && doing?.asleep === true;
  pose.gesture = walking ? "none" : gestureOf(doing, id, tick, state);
  pose.item = pose.bearing === "lying" || pose.gesture !== "none" ? null : item;
  pose.walking = walking;
  pose.facing = towards(dx, dy) ?? lookDirection(ground, id, here, tick, state) ?? pose.facing;
}
