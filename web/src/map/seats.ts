/**
 * Which way the seats of a map look.
 *
 * Knows sprites and their names (`chair_e` looks east). Invariant: a seat whose name gives no direction is left out.
 */
import type { Facing } from "./pose";
import { pieceOf, type TiledMap } from "./tiled";

const WAYS: Readonly<Record<string, Facing>> = { n: "up", e: "right", s: "down", w: "left" };
/** Seats that are drawn from behind, by the kind of thing. */
const FROM_BEHIND: ReadonlySet<string> = new Set(["student_seat"]);
const LAYERS = ["decor", "things"];

/** The direction in the name of a sprite. */
export function wayOf(name: string, mirrored: boolean): Facing | undefined {
  const way = WAYS[/_([nesw])$/.exec(name)?.[1] ?? ""];
  if (!mirrored || way === "up" || way === "down") return way;
  return way && (way === "left" ? "right" : "left");
}

/** The direction of each seat, by the index of its cell. */
export function seatsOf(map: TiledMap): ReadonlyMap<number, Facing> {
  const found = new Map<number, Facing>();
  for (const { gid, x, y } of LAYERS.flatMap((layer) => map.sprites.get(layer) ?? [])) {
    const piece = pieceOf(map.tilesets, gid);
    if (!piece || piece.solid) continue;
    const way = FROM_BEHIND.has(piece.kind) ? "up" : wayOf(piece.name, piece.flipX);
    if (!way) continue;
    const row = Math.floor((y - 1) / map.tileSize);
    for (let across = 0; across < piece.width; across += map.tileSize)
      found.set(row * map.width + Math.floor((x + across) / map.tileSize), way);
  }
  return found;
}
