/**
 * Counts per minute, evenly spaced for a chart.
 *
 * Knows numbers only. Invariant: the sum of the counts is the same at any interval length.
 */

/** Maximum number of points in the chart. */
const MOST = 240;

/** Fills minutes without questions with 0. A long run gets longer intervals, still as questions per minute. */
export function evenSeries(points: readonly (readonly [number, number])[]): [number[], number[]] {
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const piece = Math.max(1, Math.ceil((last - first + 1) / MOST));
  const counts = new Array<number>(Math.floor((last - first) / piece) + 1).fill(0);
  for (const [minute, count] of points) {
    const index = Math.floor((minute - first) / piece);
    counts[index] = (counts[index] ?? 0) + count / piece;
  }
  return [counts.map((_, index) => first + index * piece), counts];
}
