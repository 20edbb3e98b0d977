/**
 * Finds room for labels on the screen: pins that would cover each other step aside, names without room stay away.
 *
 * Knows points and boxes in pixels, nothing of what they stand for. Invariant: the same input gives the same
 * answer, so labels do not flicker while nothing moves.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const ROUNDS = 12;

/** Moves points apart until they are `gap` from each other, or nearly; each stays near where it was. */
export function unfold(points: readonly Point[], gap: number): Point[] {
  const moved = points.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round++) {
    let rest = true;
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) rest = !part(moved[i], moved[j], gap, i - j) && rest;
    }
    if (rest) break;
  }
  return moved;
}

type Loose = { x: number; y: number };

function part(one: Loose | undefined, other: Loose | undefined, gap: number, order: number): boolean {
  if (!one || !other) return false;
  let [dx, dy] = [other.x - one.x, other.y - one.y];
  let distance = Math.hypot(dx, dy);
  if (distance >= gap - 0.5) return false;
  if (distance < 0.01) {
    // Two on one spot part sideways, by their order.
    [dx, dy, distance] = [1, order * 0.01, 1];
  }
  const push = (gap - Math.min(distance, gap)) / 2;
  const [px, py] = [(dx / distance) * push, (dy / distance) * push];
  one.x -= px;
  one.y -= py;
  other.x += px;
  other.y += py;
  return true;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/**
 * Finds a place for each box in turn that covers no earlier one and nothing in `taken`: where it is, or moved down or
 * up by one of `shifts`. The answer has the shift for each box, or undefined for one without room.
 */
export function withRoom(
  boxes: readonly Box[],
  taken: readonly Box[] = [],
  shifts: readonly number[] = [0],
): (number | undefined)[] {
  const shown: Box[] = [...taken];
  return boxes.map((box) => {
    const shift = shifts.find((down) => {
      const moved = { ...box, y: box.y + down };
      return !shown.some((other) => overlap(moved, other));
    });
    if (shift !== undefined) shown.push({ ...box, y: box.y + shift });
    return shift;
  });
}
