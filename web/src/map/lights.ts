/**
 * What gives light on a map at night: fires, lamps, lanterns, and the lamp of a lighthouse.
 *
 * Knows the names of our pictures and the kinds of things and places. Invariant: a light in a room burns while someone
 * is awake there; one under the open sky burns all night.
 */
import type { Sector } from "../api/wire";
import type { Rgb } from "../time/light";
import type { Rooms } from "./rooms";
import { pieceOf, type TiledMap } from "./tiled";

export interface LightSource {
  /** In map pixels. */
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly colour: Rgb;
  /** The room it is in. */
  readonly room: string | null;
  /** It burns also if nobody is there, and is seen through a closed roof. */
  readonly always: boolean;
}

export const FIRE: Rgb = [255, 196, 122];
const LAMP: Rgb = [255, 232, 184];
/** By picture: how far the light reaches, its colour, and how high above the ground it is, in map pixels. */
const PICTURES: Readonly<Record<string, readonly [number, Rgb, number]>> = {
  fireplace: [90, FIRE, 8],
  floor_lamp: [60, LAMP, 26],
  lamp: [60, LAMP, 36],
  lantern_string: [56, LAMP, 8],
};
const LAYERS = ["decor", "things"];
/** The lantern of a lighthouse, below the top of its picture, in map pixels. */
const LANTERN = 20;

export function lightsOf(map: TiledMap, rooms: Rooms): LightSource[] {
  return LAYERS.flatMap((layer) => map.sprites.get(layer) ?? []).flatMap(({ gid, x, y, width }) => {
    const light = PICTURES[pieceOf(map.tilesets, gid)?.name ?? ""];
    if (!light) return [];
    const [reach, colour, height] = light;
    const middle = x + width / 2;
    const cell = (at: number) => Math.floor(at / map.tileSize);
    const room = rooms.at(cell(middle), cell(y - 1)) ?? rooms.at(cell(middle), cell(y + 1));
    return [{ x: middle, y: y - height, reach, colour, room: room?.id ?? null, always: false }];
  });
}

/** The lamp of a lighthouse. */
export interface Lighthouse {
  readonly thing: string;
  readonly x: number;
  readonly y: number;
}

/** The lamps in lighthouses: the light is at the top of the tower if one is drawn near, or else at the lamp. */
export function lighthousesOf(map: TiledMap, sectors: readonly Sector[]): Lighthouse[] {
  const towers = LAYERS.flatMap((layer) => map.sprites.get(layer) ?? []).filter(
    ({ gid }) => pieceOf(map.tilesets, gid)?.name === "lighthouse",
  );
  return sectors
    .flatMap(({ kind, rooms }) => rooms.filter((room) => kind === "lighthouse" || room.kind === "lamp_room"))
    .flatMap(({ things }) => things)
    .filter(({ kind }) => kind === "lamp")
    .map(({ id, tiles }) => {
      const [column, row] = tiles[0] ?? [0, 0];
      const [x, y] = [(column + 0.5) * map.tileSize, row * map.tileSize];
      const far = (tower: { x: number; y: number }) => Math.hypot(tower.x - x, tower.y - y);
      const tower = towers.sort((one, other) => far(one) - far(other))[0];
      if (!tower) return { thing: id, x, y };
      return { thing: id, x: tower.x + tower.width / 2, y: tower.y - tower.height + LANTERN };
    });
}
