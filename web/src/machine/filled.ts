/**
 * Counts by minute, made even for a curve.
 *
 * Knows numbers only. Invariant: the sum of what was asked stays the same, however long the pieces are.
 */

/** At most so many points are drawn. */
const MOST = 240;

/** Minutes in which nothing was asked count as well; a long run is told in longer pieces, as questions per minute. */
export function filled(points: readonly (readonly [number, number])[]): [number[], number[]] {
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const piece = Math.max(1, Math.ceil((last - first + 1) / MOST));
  const counts = new Array<number>(Math.floor((last - first) / piece) + 1).fill(0);
  for (const [minute, count] of points) {
    const index = Math.floor((minute - first) / piece);
    counts[index] = (counts[index] ?? 0) + count / piece;
  }
  return [counts.map((_, index) => first + index * piece), counts];
}
