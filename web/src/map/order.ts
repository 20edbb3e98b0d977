/**
 * Draw order: every sprite gets the map height at which it is drawn.
 *
 * Knows sprites and tiles. Invariant: a solid object hides people behind its front edge; an object that people walk
 * or lie on is below them.
 */
import type { Piece, Standing, TiledMap } from "./tiled";

/** Above any map: flat objects are drawn before standing ones. */
const FLAT = -1e6;

/** The y at which a sprite is drawn among people, whose own y is the ground under their feet. */
export function depthOf(standing: Standing, piece: Piece, tileSize: number): number {
  if (piece.flat) return FLAT + standing.y;
  // A person on the upper half of a bed is in front of it, so a bed counts from its far row.
  return piece.solid ? standing.y : standing.y - (piece.depth - 1) * tileSize;
}

/** Whether a roof covers a point of the map. A lintel belongs to the facade and covers no person. */
export function isCovered(
  map: TiledMap,
  nameOf: (gid: number) => string | undefined,
  x: number,
  y: number,
): boolean {
  const column = Math.floor(x / map.tileSize);
  const row = Math.floor((y - 1) / map.tileSize);
  const inside = column >= 0 && column < map.width && row >= 0 && row < map.height;
  const gid = inside ? map.grids.get("roofs")?.[row * map.width + column] : 0;
  return Boolean(gid) && !nameOf(gid as number)?.startsWith("lintel_");
}
