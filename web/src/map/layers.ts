/**
 * Builds the layers of the town's picture from a map and its pictures.
 *
 * Knows Pixi and maps, not what happens in a town. Invariant: two pictures, one below the roofs and one above, show
 * everything static; a sprite is drawn separately only if a person is behind it.
 */
import {
  CanvasSource,
  Container,
  ImageSource,
  Rectangle,
  Sprite,
  Texture,
  type TextureSource,
} from "pixi.js";
import { type Area, Baker, type Chunk } from "./bake";
import { depthOf, isCovered } from "./order";
import type { Picture } from "./pictures";
import { type Roof, roofsOf } from "./roofs";
import type { Rooms } from "./rooms";
import type { Piece, Standing, TiledMap } from "./tiled";

/** The edge is blurred, so it is drawn small and stretched. */
const RIM_SCALE = 4;
const RIM_STEPS = 14;
/** How far the edge reaches into the map, in map pixels. */
export const RIM = RIM_SCALE * RIM_STEPS;
const GROUND = ["ground", "edges", "walls"];
/** A pixel with a lower alpha is a shadow. */
const OPAQUE = 230;
const STANDING = ["doors", "decor", "things"];

export interface LiveRoof extends Roof {
  readonly sprite: Container;
  /** Whether the area under it is visible, or about to be. */
  open: boolean;
}

/** A static object, and the sprite that shows it in front of a person. */
export interface Front {
  readonly sprite: Sprite;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly depth: number;
}

/** The light in the windows of a room: on the wall, and over it. */
export interface WindowLights {
  readonly panes: Container;
  readonly above: Container;
}

export interface Layers {
  /** The whole town, in drawing order. */
  readonly pictures: readonly Chunk[];
  /** The ground and everything under roofs. */
  readonly floor: Container;
  /** Everything outdoors. Trees reach over roofs. */
  readonly canopy: Container;
  /** People under roofs, and the sprites in front of them. */
  readonly inside: Container;
  /** People outdoors, and the sprites in front of them. */
  readonly outside: Container;
  readonly fronts: readonly Front[];
  readonly roofs: readonly LiveRoof[];
  /** The halos of street lamps. */
  readonly glow: Container;
  /** By room. */
  readonly windows: ReadonlyMap<string, WindowLights>;
}

const LAMP_GLOW = "glow_lamp";
const ABOVE_GLOW = "glow_above";
/** A window is at most this many tiles from the room behind its wall. */
const WALL = 4;

interface Placed {
  readonly standing: Standing;
  readonly piece: Piece;
  readonly depth: number;
  readonly covered: boolean;
}

export function sourceOf(picture: Picture, smooth = false): TextureSource {
  const options = {
    autoGenerateMipmaps: smooth,
    scaleMode: smooth ? ("linear" as const) : ("nearest" as const),
  };
  return picture instanceof HTMLCanvasElement
    ? new CanvasSource({ resource: picture, ...options })
    : new ImageSource({ resource: picture, ...options });
}

function layOut(chunks: readonly Chunk[], smooth: boolean): Container {
  const container = new Container();
  for (const { canvas, x, y } of chunks) {
    const sprite = new Sprite(new Texture({ source: sourceOf(canvas, smooth) }));
    sprite.position.set(x, y);
    container.addChild(sprite);
  }
  return container;
}

function sorted(map: TiledMap, baker: Baker): Placed[] {
  return STANDING.flatMap((layer) => map.sprites.get(layer) ?? [])
    .flatMap((standing) => {
      const piece = baker.piece(standing.gid);
      if (!piece) return [];
      const depth = depthOf(standing, piece, map.tileSize);
      const covered = isCovered(
        map,
        (gid) => baker.piece(gid)?.name,
        standing.x + piece.width / 2,
        standing.y,
      );
      return [{ standing, piece, depth, covered }];
    })
    .sort((one, other) => one.depth - other.depth);
}

/** A picture without its shadows, so that drawing it over itself changes nothing. */
function withoutShadows(picture: Picture): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return canvas;
  pen.drawImage(picture, 0, 0);
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let alpha = 3; alpha < pixels.data.length; alpha += 4) {
    if ((pixels.data[alpha] ?? 0) < OPAQUE) pixels.data[alpha] = 0;
  }
  pen.putImageData(pixels, 0, 0);
  return canvas;
}

/** One hidden sprite for each object that can stand in front of a person. Sprites of one gid share a texture. */
function stand(
  container: Container,
  placed: readonly Placed[],
  sourceFor: (url: string) => TextureSource | undefined,
): Front[] {
  const textures = new Map<number, Texture>();
  return placed.flatMap(({ standing, piece, depth }) => {
    const source = piece.flat ? undefined : sourceFor(piece.image);
    if (!source) return [];
    const frame = new Rectangle(piece.x, piece.y, piece.width, piece.height);
    const texture = textures.get(standing.gid) ?? new Texture({ source, frame });
    textures.set(standing.gid, texture);
    const sprite = new Sprite({ texture, visible: false });
    sprite.anchor.set(0.5, 1);
    sprite.scale.set(piece.flipX ? -1 : 1, 1);
    sprite.position.set(standing.x + piece.width / 2, standing.y);
    sprite.zIndex = depth;
    container.addChild(sprite);
    const [left, bottom] = [standing.x, standing.y];
    return [{ sprite, left, right: left + piece.width, top: bottom - piece.height, bottom, depth }];
  });
}

/** One colour over an area. (A Graphics would do, but its blending breaks Pixi's canvas renderer.) */
export function plane(x: number, y: number, width: number, height: number, colour: number): Sprite {
  const sprite = new Sprite(Texture.WHITE);
  sprite.position.set(x, y);
  sprite.setSize(width, height);
  sprite.tint = colour;
  return sprite;
}

/** The area beyond the map, drawn over treetops that reach there, and the fade at the map's edge. */
export function rim(width: number, height: number, beyond: number, colour: number): Container {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(width / RIM_SCALE), Math.ceil(height / RIM_SCALE)];
  const pen = canvas.getContext("2d");
  if (pen) pen.strokeStyle = `#${colour.toString(16).padStart(6, "0")}`;
  for (let step = 0; pen && step < RIM_STEPS; step++) {
    pen.globalAlpha = (1 - step / RIM_STEPS) ** 1.5;
    pen.strokeRect(step + 0.5, step + 0.5, canvas.width - 2 * step - 1, canvas.height - 2 * step - 1);
  }
  const sprite = new Sprite(new Texture({ source: sourceOf(canvas, true) }));
  sprite.setSize(width, height);
  const container = new Container();
  container.addChild(
    sprite,
    plane(-beyond, -beyond, width + 2 * beyond, beyond, colour),
    plane(-beyond, height, width + 2 * beyond, beyond, colour),
    plane(-beyond, 0, beyond, height, colour),
    plane(width, 0, beyond, height, colour),
  );
  return container;
}

/** Sets smooth or sharp scaling of everything that is drawn both from near and from afar. */
export function sharpen(container: Container, sharp: boolean): void {
  for (const sprite of container.children) {
    if (sprite instanceof Sprite) sprite.texture.source.scaleMode = sharp ? "nearest" : "linear";
  }
}

function areaOf(cells: ReadonlySet<number>, width: number): Area {
  const [xs, ys] = [
    [...cells].map((cell) => cell % width),
    [...cells].map((cell) => Math.floor(cell / width)),
  ];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** The cells with light at night: those of lamps, and those of the windows of each room. */
function glowCells(map: TiledMap, baker: Baker, rooms: Rooms) {
  const lamps = new Set<number>();
  const windows = new Map<string, { panes: Set<number>; above: Set<number> }>();
  map.grids.get("glow")?.forEach((gid, cell) => {
    const name = gid ? (baker.piece(gid)?.name ?? "") : "";
    if (!name) return;
    const room = rooms.behind(cell % map.width, Math.floor(cell / map.width), WALL);
    if (name.startsWith(LAMP_GLOW) || !room) {
      if (name.startsWith(LAMP_GLOW)) lamps.add(cell);
      return;
    }
    const lights = windows.get(room.id) ?? { panes: new Set(), above: new Set() };
    windows.set(room.id, lights);
    (name.startsWith(ABOVE_GLOW) ? lights.above : lights.panes).add(cell);
  });
  return { lamps, windows };
}

function glowing(baker: Baker, cells: Set<number>): Container {
  if (!cells.size) return new Container();
  const made = layOut(baker.grids(["glow"], areaOf(cells, baker.map.width), cells), true);
  // A container blends as a whole only with a filter; its pictures can do it alone.
  for (const sprite of made.children) sprite.blendMode = "add";
  return made;
}

export function buildLayers(map: TiledMap, sheets: ReadonlyMap<string, Picture>, rooms: Rooms): Layers {
  const baker = new Baker(map, sheets);
  const placed = sorted(map, baker);
  const [inside, outside] = [placed.filter((one) => one.covered), placed.filter((one) => !one.covered)];
  const sources = new Map<string, TextureSource>();
  const sourceFor = (url: string) => {
    const picture = sheets.get(url);
    const known = sources.get(url) ?? (picture && sourceOf(withoutShadows(picture)));
    if (known) sources.set(url, known);
    return known;
  };
  const floor = baker.standing(
    GROUND,
    inside.map(({ standing }) => standing),
  );
  const canopy = baker.standing(
    [],
    outside.map(({ standing }) => standing),
  );
  const roofs = roofsOf(map.grids.get("roofs"), map.width).map((roof) => {
    const chunks = baker.grids(["roofs"], roof.area, roof.cells);
    return { ...roof, chunks, sprite: layOut(chunks, true), open: false };
  });
  const under = new Container({ sortableChildren: true });
  const open = new Container({ sortableChildren: true });
  const { lamps, windows } = glowCells(map, baker, rooms);
  return {
    pictures: [...floor, ...roofs.flatMap((roof) => roof.chunks), ...canopy],
    floor: layOut(floor, true),
    canopy: layOut(canopy, true),
    inside: under,
    outside: open,
    fronts: [...stand(under, inside, sourceFor), ...stand(open, outside, sourceFor)],
    roofs,
    glow: glowing(baker, lamps),
    windows: new Map(
      [...windows].map(([room, { panes, above }]) => [
        room,
        { panes: glowing(baker, panes), above: glowing(baker, above) },
      ]),
    ),
  };
}
