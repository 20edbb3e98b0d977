/**
 * What stands in front of what: every sprite gets the height on the map at which it is drawn.
 *
 * Knows sprites and tiles. Invariant: what is solid hides those behind it by its front edge; what can be walked or
 * lain on is under whoever is on it.
 */
import type { Piece, Standing, TiledMap } from "./tiled";

/** Far above any map: what lies flat is drawn before all that stands. */
const FLAT = -1e6;

/** The y at which a sprite is drawn among people, whose own y is the ground under their feet. */
export function depthOf(standing: Standing, piece: Piece, tileSize: number): number {
  if (piece.flat) return FLAT + standing.y;
  // Someone on a bed's upper half is in front of it, so a bed counts from its far row.
  return piece.solid ? standing.y : standing.y - (piece.depth - 1) * tileSize;
}

/** Whether a roof is over a point of the map; a lintel belongs to the facade and covers nobody. */
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
