/**
 * The people on the map: a sprite each, standing or asleep, and the small letters that rise from sleepers.
 *
 * Knows sheets (4 x 4 frames of 16 x 24 px: rows down, left, right, up) and tiles. Invariant: a sprite's position is
 * the ground under the feet, so that ordering by y is ordering by depth.
 */
import { Container, Rectangle, Sprite, Texture, type TextureSource } from "pixi.js";
import type { Person } from "../api/wire";

const FRAME = { width: 16, height: 24 };
const RISE = 14;
const LETTERS = 3;
const CYCLE = 3600;

export class Folk {
  readonly body: Sprite;
  /** What rises above the head; drawn over everything, as it is not part of the town. */
  readonly dream = new Container();
  readonly x: number;
  readonly y: number;
  private phase = 0;

  /** A sheet shows somebody standing; a single picture is shown as it is. */
  constructor(
    readonly person: Person,
    source: TextureSource,
    tileSize: number,
  ) {
    const [column, row] = person.tile;
    this.x = (column + 0.5) * tileSize;
    this.y = (row + 1) * tileSize;
    const isSheet = source.width > FRAME.width;
    this.body = new Sprite(isSheet ? frameOf(source, 0, 0) : new Texture({ source }));
    this.body.anchor.set(0.5, 1);
    this.body.position.set(this.x, this.y);
    // In front of whatever they lie or stand on.
    this.body.zIndex = this.y + 0.5;
  }

  /** Lets letters rise from now on; `order` keeps sleepers from breathing all at once. */
  fallAsleep(letter: Texture, order: number): void {
    this.phase = (order * 977) % CYCLE;
    for (let index = 0; index < LETTERS; index++) this.dream.addChild(new Sprite(letter));
    this.dream.position.set(this.x + 3, this.y - 12);
    this.breathe(0);
  }

  /** Lets the letters rise; `now` is in milliseconds. */
  breathe(now: number): void {
    this.dream.children.forEach((letter, index) => {
      const part = ((now + this.phase + (index * CYCLE) / LETTERS) % CYCLE) / CYCLE;
      letter.position.set(Math.round(part * 7 + Math.sin(part * 9) * 1.5), Math.round(-part * RISE));
      letter.alpha = Math.min(1, part * 4, (1 - part) * 2) * 0.9;
      letter.scale.set(part > 0.5 ? 1 : 0.7);
    });
  }

  /** Whether a point of the map lies on this person. */
  holds(x: number, y: number): boolean {
    return Math.abs(x - this.x) <= FRAME.width / 2 && y <= this.y + 2 && y >= this.y - FRAME.height;
  }
}

export function frameOf(source: TextureSource, column: number, row: number): Texture {
  const { width, height } = FRAME;
  return new Texture({ source, frame: new Rectangle(column * width, row * height, width, height) });
}

/** The letter that sleepers breathe, drawn pixel by pixel. */
export function letterPicture(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 6;
  const pen = canvas.getContext("2d");
  const rows = ["11111", "...1.", "..1..", ".1...", "11111"];
  const dots = rows.flatMap((row, y) => [...row].flatMap((dot, x) => (dot === "1" ? [[x, y]] : [])));
  for (const [colour, shift] of [["#3b3a5c", 1] as const, ["#ffffff", 0] as const]) {
    if (pen) pen.fillStyle = colour;
    for (const [x = 0, y = 0] of dots) pen?.fillRect(x + shift, y + shift, 1, 1);
  }
  return canvas;
}
