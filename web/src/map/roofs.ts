/**
 * The roofs of the town, each of which can open separately.
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

/** Closed roofs open at the first zoom, open ones close below the second, so that they do not flicker in between. */
const OPENS = 1.1;
const CLOSES = 1;
/** How long a roof takes to open or close, in milliseconds. */
const FADE = 220;

/** Whether a roof is open: from near, or over the selection. `opened`: over the selection; `was`: the current state. */
export function isOpen(habit: RoofHabit, zoom: number, opened: boolean, was: boolean): boolean {
  if (habit !== "auto") return habit === "open";
  return opened || zoom >= (was ? CLOSES : OPENS);
}

/** The opacity of a roof some milliseconds later, while it opens or closes. */
export function faded(alpha: number, open: boolean, milliseconds: number): number {
  const step = milliseconds / FADE;
  return open ? Math.max(0, alpha - step) : Math.min(1, alpha + step);
}
