/**
 * A person on the map: the sprite, standing, walking or asleep, and the small letters that rise from sleepers.
 *
 * Knows sheets (4 x 4 frames of 16 x 24 px: rows down, left, right, up) and poses. Invariant: a sprite's position is
 * the ground under the feet, so ordering by y is ordering by depth.
 */
import { Container, Rectangle, Sprite, Texture, type TextureSource } from "pixi.js";
import type { Facing, Pose } from "./pose";

const FRAME = { width: 16, height: 24 };
const FRAMES = 4;
const RISE = 14;
const LETTERS = 3;
const CYCLE = 3600;
const ROWS: Record<Facing, number> = { down: 0, left: 1, right: 2, up: 3 };

/** The frames of one person's pictures. People who look alike share them. */
export class Wardrobe {
  private readonly frames: Texture[];
  readonly asleep: Texture | null;

  constructor(sheet: TextureSource, asleep: TextureSource | null) {
    const whole = sheet.width >= FRAME.width * FRAMES;
    this.frames = Array.from({ length: whole ? FRAMES * FRAMES : 1 }, (_, index) => {
      const [x, y] = [(index % FRAMES) * FRAME.width, Math.floor(index / FRAMES) * FRAME.height];
      return new Texture({ source: sheet, frame: new Rectangle(x, y, FRAME.width, FRAME.height) });
    });
    this.asleep = asleep && new Texture({ source: asleep });
  }

  frame(facing: Facing, step: number): Texture {
    return this.frames[ROWS[facing] * FRAMES + (step % FRAMES)] ?? (this.frames[0] as Texture);
  }
}

export class PersonSprite {
  readonly body: Sprite;
  /** The letters above the head; drawn over everything, because they are not part of the town. */
  readonly dream = new Container({ visible: false });
  x = 0;
  y = 0;
  there = false;
  asleep = false;

  constructor(
    readonly id: string,
    private readonly wardrobe: Wardrobe,
    /** Offsets the animation, so that people do not move in step. */
    private readonly order: number,
  ) {
    this.body = new Sprite({ texture: wardrobe.frame("down", 0), visible: false });
    this.body.anchor.set(0.5, 1);
  }

  /** Sets a pose; `step` counts the frames of the walk. Returns whether anything has changed. */
  take(pose: Pose, step: number): boolean {
    const lying = pose.asleep ? this.wardrobe.asleep : null;
    const texture = lying ?? this.wardrobe.frame(pose.facing, pose.walking ? step + this.order : 0);
    const same = this.there === pose.there && this.x === pose.x && this.y === pose.y;
    if (same && this.body.texture === texture && this.asleep === pose.asleep) return false;
    this.there = pose.there;
    this.asleep = pose.asleep;
    if (!pose.there) return true;
    this.x = pose.x;
    this.y = pose.y;
    this.body.texture = texture;
    this.body.position.set(pose.x, pose.y);
    // In front of the thing they lie or stand on. Whole pixels, so that small steps do not sort again.
    const depth = Math.round(pose.y) + 0.5;
    if (this.body.zIndex !== depth) this.body.zIndex = depth;
    return true;
  }

  /** Moves the letters; `now` is in milliseconds. */
  breathe(now: number, letter: Texture): void {
    while (this.dream.children.length < LETTERS) this.dream.addChild(new Sprite(letter));
    this.dream.position.set(this.x + 3, this.y - 12);
    const phase = (this.order * 977) % CYCLE;
    this.dream.children.forEach((sprite, index) => {
      const part = ((now + phase + (index * CYCLE) / LETTERS) % CYCLE) / CYCLE;
      sprite.position.set(Math.round(part * 7 + Math.sin(part * 9) * 1.5), Math.round(-part * RISE));
      sprite.alpha = Math.min(1, part * 4, (1 - part) * 2) * 0.9;
      sprite.scale.set(part > 0.5 ? 1 : 0.7);
    });
  }

  /** Whether a point of the map lies on this person. */
  holds(x: number, y: number): boolean {
    const inside = Math.abs(x - this.x) <= FRAME.width / 2 && y <= this.y + 2 && y >= this.y - FRAME.height;
    return this.there && inside;
  }
}

/** The letter above sleepers, drawn pixel by pixel. */
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
