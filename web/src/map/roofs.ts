/**
 * The roofs of the town, one by one, so that each can open by itself.
 *
 * Knows the grid of the roof layer. Invariant: every roof tile belongs to exactly one roof; tiles that touch belong
 * together.
 */
import type { Area } from "./bake";

export interface Roof {
  readonly area: Area;
  /** Indexes into the grid. */
  readonly cells: Set<number>;
}

function spread(grid: Uint32Array, width: number, start: number, seen: Uint8Array): number[] {
  const height = Math.floor(grid.length / width);
  const found = [start];
  seen[start] = 1;
  for (let next = 0; next < found.length; next++) {
    const cell = found[next] as number;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const near = [
      x > 0 && cell - 1,
      x < width - 1 && cell + 1,
      y > 0 && cell - width,
      y < height - 1 && cell + width,
    ];
    for (const other of near) {
      if (other === false || seen[other] || !grid[other]) continue;
      seen[other] = 1;
      found.push(other);
    }
  }
  return found;
}

export function roofsOf(grid: Uint32Array | undefined, width: number): Roof[] {
  if (!grid) return [];
  const seen = new Uint8Array(grid.length);
  const roofs: Roof[] = [];
  for (let cell = 0; cell < grid.length; cell++) {
    if (seen[cell] || !grid[cell]) continue;
    const cells = spread(grid, width, cell, seen);
    const xs = cells.map((one) => one % width);
    const ys = cells.map((one) => Math.floor(one / width));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const area = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
    roofs.push({ area, cells: new Set(cells) });
  }
  return roofs;
}

export type RoofHabit = "auto" | "open" | "closed";

/** How much of a roof is drawn at a zoom: closed from afar, gone when near. */
export function roofAlpha(habit: RoofHabit, zoom: number, opened: boolean): number {
  if (habit === "open" || (opened && habit === "auto")) return 0;
  if (habit === "closed") return 1;
  return Math.min(1, Math.max(0, (1.25 - zoom) / 0.35));
}
