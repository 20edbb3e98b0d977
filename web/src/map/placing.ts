/**
 * Finds space for labels on the screen: overlapping pins move apart, names without space are hidden.
 *
 * Knows points and boxes in pixels, not their meaning. Invariant: the same input gives the same result, so labels do
 * not flicker while nothing moves.
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

/** Moves points apart until they are about `gap` from each other. Each stays near its original position. */
export function spreadOut(points: readonly Point[], gap: number): Point[] {
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
    // Two points on the same spot move apart sideways, by their order.
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
 * Finds a position for each box in turn that overlaps no earlier box and nothing in `taken`: its own, or one moved by one
 * of its `moves`. Returns the move for each box, or undefined if there is no space.
 */
export function settled<Move extends Point>(
  boxes: readonly Box[],
  taken: readonly Box[],
  moves: (index: number) => readonly Move[],
): (Move | undefined)[] {
  const shown: Box[] = [...taken];
  return boxes.map((box, index) => {
    const found = moves(index).find(({ x, y }) => {
      const moved = { ...box, x: box.x + x, y: box.y + y };
      return !shown.some((other) => overlap(moved, other));
    });
    if (found) shown.push({ ...box, x: box.x + found.x, y: box.y + found.y });
    return found;
  });
}

/** The same, if boxes may only be moved vertically, by one of `shifts`. */
export function withRoom(
  boxes: readonly Box[],
  taken: readonly Box[] = [],
  shifts: readonly number[] = [0],
): (number | undefined)[] {
  const moves = shifts.map((y) => ({ x: 0, y }));
  return settled(boxes, taken, () => moves).map((move) => move?.y);
}
