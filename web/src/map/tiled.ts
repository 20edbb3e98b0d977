/**
 * Reads a Tiled map (.tmj) and its tilesets (.tsj) into grids of gids, sprites and rectangles.
 *
 * Knows the file format and nothing of screens, towns or the network (it is given a fetch function). Invariant: a gid
 * outside all tilesets draws nothing; it never stops the map from opening.
 */

/** Tiled stores flips in the top bits of a gid. */
const FLIP_X = 0x80000000;
const FLIP_Y = 0x40000000;
const FLIP_DIAGONAL = 0x20000000;
const GID = 0x0fffffff;

type Json = Record<string, unknown>;

export interface Tileset {
  readonly firstGid: number;
  readonly count: number;
  readonly columns: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly margin: number;
  readonly spacing: number;
  /** The address of its picture. */
  readonly image: string;
  /** The properties of single tiles, by local id. */
  readonly notes: ReadonlyMap<number, Note>;
}

/** The properties of a tile. */
export interface Note {
  /** Its name in the tileset. */
  readonly name: string;
  /** Rows of floor that it covers. */
  readonly depth: number;
  readonly solid: boolean;
  /** It lies on the floor, below everything that stands. */
  readonly flat: boolean;
  /** The kind of thing it is, "" for decoration. */
  readonly kind: string;
}

/** Where a gid's picture is and how it is flipped. */
export interface Piece extends Note {
  readonly image: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly turned: boolean;
}

/** A sprite that stands on the map; x and y are its bottom left corner in map pixels. */
export interface Standing {
  readonly gid: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TiledMap {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  readonly tilesets: readonly Tileset[];
  /** Row by row, 0 = empty. */
  readonly grids: ReadonlyMap<string, Uint32Array>;
  readonly sprites: ReadonlyMap<string, readonly Standing[]>;
}

export type Fetch = (url: string) => Promise<Json>;

export class UnreadableMap extends Error {}

function number(json: Json, key: string, otherwise = 0): number {
  const value = json[key];
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function list(json: Json, key: string): Json[] {
  const value = json[key];
  return Array.isArray(value) ? (value as Json[]) : [];
}

/** The grid of a tile layer, written as numbers or as base64 (plain or compressed). */
async function gridOf(layer: Json, cells: number): Promise<Uint32Array> {
  const data = layer.data;
  if (Array.isArray(data)) return Uint32Array.from(data as number[]);
  if (typeof data !== "string") throw new UnreadableMap(`layer ${String(layer.name)} has no data`);
  const packed = Uint8Array.from(atob(data.trim()), (letter) => letter.charCodeAt(0));
  const bytes = await unpacked(packed, String(layer.compression ?? ""));
  return new Uint32Array(bytes.buffer, bytes.byteOffset, Math.min(cells, bytes.byteLength >> 2));
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>, compression: string): Promise<Uint8Array> {
  if (compression === "") return bytes;
  if (compression !== "zlib" && compression !== "gzip") throw new UnreadableMap(`compression ${compression}`);
  const format = compression === "zlib" ? "deflate" : "gzip";
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const PLAIN: Note = { name: "", depth: 1, solid: false, flat: false, kind: "" };

function noteOf(tile: Json): Note {
  const said = new Map(list(tile, "properties").map((property) => [property.name, property.value]));
  const depth = said.get("depth");
  return {
    name: String(tile.type ?? tile.class ?? said.get("name") ?? ""),
    depth: typeof depth === "number" && depth >= 1 ? depth : 1,
    solid: said.get("solid") === true,
    flat: said.get("flat") === true,
    kind: String(said.get("kind") ?? ""),
  };
}

function tilesetOf(json: Json, firstGid: number, base: string): Tileset {
  const notes = new Map(list(json, "tiles").map((tile) => [number(tile, "id"), noteOf(tile)]));
  return {
    firstGid,
    count: number(json, "tilecount"),
    columns: Math.max(1, number(json, "columns", 1)),
    tileWidth: number(json, "tilewidth", 16),
    tileHeight: number(json, "tileheight", 16),
    margin: number(json, "margin"),
    spacing: number(json, "spacing"),
    image: new URL(String(json.image ?? ""), base).href,
    notes,
  };
}

async function tilesetsOf(json: Json, base: string, fetch: Fetch): Promise<Tileset[]> {
  const read = list(json, "tilesets").map(async (entry) => {
    const firstGid = number(entry, "firstgid", 1);
    if (typeof entry.source !== "string") return tilesetOf(entry, firstGid, base);
    const url = new URL(entry.source, base).href;
    return tilesetOf(await fetch(url), firstGid, url);
  });
  return (await Promise.all(read)).sort((one, other) => one.firstGid - other.firstGid);
}

function spritesOf(layer: Json): Standing[] {
  return list(layer, "objects")
    .filter((object) => number(object, "gid") !== 0 && object.visible !== false)
    .map((object) => ({
      gid: number(object, "gid"),
      x: number(object, "x"),
      y: number(object, "y"),
      width: number(object, "width"),
      height: number(object, "height"),
    }));
}

/** Reads the map at an address, with all its tilesets. */
export async function readMap(url: string, fetch: Fetch): Promise<TiledMap> {
  const json = await fetch(url);
  const width = number(json, "width");
  const height = number(json, "height");
  if (width < 1 || height < 1) throw new UnreadableMap("the map has no size");
  const grids = new Map<string, Uint32Array>();
  const sprites = new Map<string, Standing[]>();
  for (const layer of list(json, "layers")) {
    const name = String(layer.name ?? "");
    if (layer.type === "tilelayer") grids.set(name, await gridOf(layer, width * height));
    else if (layer.type === "objectgroup") sprites.set(name, spritesOf(layer));
  }
  const tilesets = await tilesetsOf(json, url, fetch);
  return { width, height, tileSize: number(json, "tilewidth", 16), tilesets, grids, sprites };
}

/** The picture of a gid, or undefined if there is none. */
export function pieceOf(tilesets: readonly Tileset[], raw: number): Piece | undefined {
  const gid = raw & GID;
  const set = tilesets.findLast((candidate) => candidate.firstGid <= gid);
  if (!set || gid === 0) return undefined;
  const id = gid - set.firstGid;
  if (set.count > 0 && id >= set.count) return undefined;
  return {
    ...(set.notes.get(id) ?? PLAIN),
    image: set.image,
    x: set.margin + (id % set.columns) * (set.tileWidth + set.spacing),
    y: set.margin + Math.floor(id / set.columns) * (set.tileHeight + set.spacing),
    width: set.tileWidth,
    height: set.tileHeight,
    flipX: (raw & FLIP_X) !== 0,
    flipY: (raw & FLIP_Y) !== 0,
    turned: (raw & FLIP_DIAGONAL) !== 0,
  };
}
