/**
 * Which column of a person's sheet shows a pose.
 *
 * Knows the columns (four of the walk, then people at rest) and poses, not pictures. Invariant: the same pose and step
 * give the same column.
 */
import type { Pose } from "./pose";

const WALK = 4;
/** The columns of a sheet after those of the walk. */
const SIT = 4;
const SIT_HOLD = 5;
const SIT_SPEAK = 6;
const HOLD = 7;
const LOW = 8;
const WAVE = 9;
const SPEAK = 10;
export const AWAKE = 13;
/** Walking with something in the hands. */
const CARRY = [HOLD, 11, HOLD, 12];
/** Frames of a walk for each frame of someone at rest. */
const SLOWER = 3;
/** The column of a sheet that shows a pose; `step` counts frames of the walk. */
export function columnOf({ walking, bearing, gesture, item }: Pose, step: number): number {
  if (walking) return (item ? CARRY[step % WALK] : step % WALK) ?? 0;
  const odd = Math.floor(step / SLOWER) % 2 === 1;
  if (bearing === "lying") return AWAKE;
  if (bearing === "sitting") return gesture === "none" ? (item ? SIT_HOLD : SIT) : odd ? SIT : SIT_SPEAK;
  if (gesture !== "none") return odd ? 0 : gesture === "wave" ? WAVE : SPEAK;
  if (bearing === "working") return odd ? LOW : HOLD;
  return bearing === "carrying" ? HOLD : 0;
}
