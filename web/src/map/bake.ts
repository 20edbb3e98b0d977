/**
 * Draws everything static into canvases once, so that a frame draws a few pictures instead of thousands of tiles.
 *
 * Knows grids and pictures, not Pixi. Invariant: the chunks of one bake cover the requested part without gaps. They
 * overlap by a pixel, because a canvas renderer softens edges that fall between pixels.
 */
import type { Picture } from "./pictures";
import { type Piece, pieceOf, type Standing, type TiledMap } from "./tiled";

/** Phones allow textures of at most 4096 px. Most towns fit into one. */
const CHUNK = 4096 - 16;

export interface Chunk {
  readonly canvas: HTMLCanvasElement;
  readonly x: number;
  readonly y: number;
}

/** A part of the map in tiles. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function wholeOf(map: TiledMap): Area {
  return { x: 0, y: 0, width: map.width, height: map.height };
}

/** Draws one piece with its bottom left corner at x, y. */
function drawPiece(
  pen: CanvasRenderingContext2D,
  picture: Picture,
  piece: Piece,
  x: number,
  y: number,
): void {
  const { width, height } = piece;
  if (!piece.flipX && !piece.flipY && !piece.turned) {
    pen.drawImage(picture, piece.x, piece.y, width, height, x, y - height, width, height);
    return;
  }
  pen.save();
  pen.translate(x + width / 2, y - height / 2);
  if (piece.turned) pen.transform(0, 1, 1, 0, 0, 0);
  pen.scale(piece.flipX ? -1 : 1, piece.flipY ? -1 : 1);
  pen.drawImage(picture, piece.x, piece.y, width, height, -width / 2, -height / 2, width, height);
  pen.restore();
}

export class Baker {
  private readonly pieces = new Map<number, Piece | undefined>();

  constructor(
    readonly map: TiledMap,
    private readonly sheets: ReadonlyMap<string, Picture>,
  ) {}

  /** The picture of a gid, cached. */
  piece(gid: number): Piece | undefined {
    if (!this.pieces.has(gid)) this.pieces.set(gid, pieceOf(this.map.tilesets, gid));
    return this.pieces.get(gid);
  }

  private draw(pen: CanvasRenderingContext2D, gid: number, x: number, y: number): void {
    const piece = this.piece(gid);
    const sheet = piece && this.sheets.get(piece.image);
    if (piece && sheet) drawPiece(pen, sheet, piece, x, y);
  }

  private chunks(area: Area, paint: (pen: CanvasRenderingContext2D) => void): Chunk[] {
    const size = this.map.tileSize;
    const made: Chunk[] = [];
    const [right, bottom] = [(area.x + area.width) * size, (area.y + area.height) * size];
    for (let y = area.y * size; y < bottom; y += CHUNK) {
      for (let x = area.x * size; x < right; x += CHUNK) {
        const canvas = document.createElement("canvas");
        canvas.width = Math.min(CHUNK + 1, right - x);
        canvas.height = Math.min(CHUNK + 1, bottom - y);
        const pen = canvas.getContext("2d");
        if (!pen) continue;
        pen.imageSmoothingEnabled = false;
        pen.translate(-x, -y);
        paint(pen);
        made.push({ canvas, x, y });
      }
    }
    return made;
  }

  private paintGrids(
    pen: CanvasRenderingContext2D,
    names: readonly string[],
    area: Area,
    cells?: Set<number>,
  ): void {
    const { width, tileSize, grids } = this.map;
    for (const name of names) {
      const grid = grids.get(name);
      if (!grid) continue;
      for (let y = area.y; y < area.y + area.height; y++) {
        for (let x = area.x; x < area.x + area.width; x++) {
          const gid = grid[y * width + x];
          if (gid && (!cells || cells.has(y * width + x)))
            this.draw(pen, gid, x * tileSize, (y + 1) * tileSize);
        }
      }
    }
  }

  /** Draws tile layers on top of each other; with `cells`, only those cells. */
  grids(names: readonly string[], area = wholeOf(this.map), cells?: Set<number>): Chunk[] {
    return this.chunks(area, (pen) => this.paintGrids(pen, names, area, cells));
  }

  /** Draws tile layers and the sprites on them, which are already sorted. */
  standing(names: readonly string[], sprites: readonly Standing[]): Chunk[] {
    const area = wholeOf(this.map);
    return this.chunks(area, (pen) => {
      this.paintGrids(pen, names, area);
      for (const { gid, x, y } of sprites) this.draw(pen, gid, x, y);
    });
  }
}
