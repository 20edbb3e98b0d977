/**
 * Builds the layers of the town's picture out of a map and its pictures.
 *
 * Knows Pixi and maps, not what happens in a town. Invariant: from afar one smooth picture stands for ground and
 * sprites together; from near the ground is baked sharp and each sprite stands by itself, in depth.
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
import { Baker, type Chunk } from "./bake";
import { depthOf, isCovered } from "./order";
import type { Picture } from "./pictures";
import { type Roof, roofsOf } from "./roofs";
import type { Piece, Standing, TiledMap } from "./tiled";

/** The rim is soft, so it is drawn small and stretched. */
const RIM_SCALE = 4;
const RIM_STEPS = 14;
const GROUND = ["ground", "edges", "walls"];
const STANDING = ["doors", "decor", "things"];

export interface LiveRoof extends Roof {
  readonly sprite: Container;
}

export interface Layers {
  /** The whole town from afar, in drawing order. */
  readonly pictures: readonly Chunk[];
  /** From afar: the ground and what stands under roofs. */
  readonly far: Container;
  /** From afar: what stands in the open. */
  readonly canopy: Container;
  readonly ground: Container;
  /** What stands under roofs. */
  readonly inside: Container;
  /** What stands in the open; trees reach over roofs. */
  readonly outside: Container;
  readonly roofs: readonly LiveRoof[];
  readonly glow: Container;
}

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

/** One sprite for each thing that stands on the map; those of one gid share a texture. */
function stand(placed: readonly Placed[], sources: ReadonlyMap<string, TextureSource>): Container {
  const textures = new Map<number, Texture>();
  const container = new Container({ sortableChildren: true });
  for (const { standing, piece, depth } of placed) {
    const source = sources.get(piece.image);
    if (!source) continue;
    const frame = new Rectangle(piece.x, piece.y, piece.width, piece.height);
    const texture = textures.get(standing.gid) ?? new Texture({ source, frame });
    textures.set(standing.gid, texture);
    const sprite = new Sprite(texture);
    sprite.anchor.set(0.5, 1);
    sprite.scale.set(piece.flipX ? -1 : 1, 1);
    sprite.position.set(standing.x + piece.width / 2, standing.y);
    sprite.zIndex = depth;
    container.addChild(sprite);
  }
  return container;
}

/** One colour over an area. (A Graphics would do, but its blending confuses Pixi's canvas renderer.) */
export function plane(x: number, y: number, width: number, height: number, colour: number): Sprite {
  const sprite = new Sprite(Texture.WHITE);
  sprite.position.set(x, y);
  sprite.setSize(width, height);
  sprite.tint = colour;
  return sprite;
}

/** What lies beyond the map, over any treetop that reaches there, and the map's last tiles fading into it. */
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

/** Blurs or sharpens what is drawn both from near and from afar. */
export function sharpen(container: Container, sharp: boolean): void {
  for (const sprite of container.children) {
    if (sprite instanceof Sprite) sprite.texture.source.scaleMode = sharp ? "nearest" : "linear";
  }
}

export function buildLayers(map: TiledMap, sheets: ReadonlyMap<string, Picture>): Layers {
  const baker = new Baker(map, sheets);
  const placed = sorted(map, baker);
  const [inside, outside] = [placed.filter((one) => one.covered), placed.filter((one) => !one.covered)];
  const sources = new Map([...sheets].map(([url, picture]) => [url, sourceOf(picture)]));
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
    return { ...roof, chunks, sprite: layOut(chunks, true) };
  });
  const glow = layOut(baker.grids(["glow"]), true);
  glow.blendMode = "add";
  return {
    pictures: [...floor, ...roofs.flatMap((roof) => roof.chunks), ...canopy],
    far: layOut(floor, true),
    canopy: layOut(canopy, true),
    ground: layOut(baker.grids(GROUND), false),
    inside: stand(inside, sources),
    outside: stand(outside, sources),
    roofs,
    glow,
  };
}
