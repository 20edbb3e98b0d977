/**
 * A person on the map: the sprite, how the body is held, what is in the hands, and the letters that rise from sleepers.
 *
 * Knows sheets (frames of 16 x 24 px; rows: down, left, right, up) and poses. Invariant: a sprite's position is the
 * ground under the feet, so ordering by y is ordering by depth.
 */
import { Container, Rectangle, Sprite, Texture, type TextureSource } from "pixi.js";
import { AWAKE, columnOf } from "./frames";
import { type Item, itemPicture } from "./hands";
import { sourceOf } from "./layers";
import type { Bearing, Facing, Gesture, Pose } from "./pose";

const FRAME = { width: 16, height: 24 };
/** The height of pictures of people in bed. */
const BED_HEIGHT = 16;
const RISE = 14;
const LETTERS = 3;
const CYCLE = 3600;
const ROWS: Record<Facing, number> = { down: 0, left: 1, right: 2, up: 3 };
/** Where the hands are, from the ground under the feet; `null`: behind the body. */
const HANDS: Record<Facing, readonly [number, number] | null> = {
  down: [0, -7],
  left: [-6, -8],
  right: [6, -8],
  up: null,
};
/** How much lower the hands of people who sit are. */
const LAP = 3;

/** The frames of one person's pictures. People who look alike share them. */
export class Wardrobe {
  private readonly frames: Texture[] = [];
  private readonly columns: number;
  readonly asleep: Texture | null;

  constructor(
    private readonly sheet: TextureSource,
    asleep: TextureSource | null,
  ) {
    this.columns = Math.max(1, Math.floor(sheet.width / FRAME.width));
    this.asleep = asleep && new Texture({ source: asleep });
  }

  /** A frame. Recordings of earlier versions have only the columns of the walk: others show a standing person. */
  frame(facing: Facing, column: number): Texture {
    const [x, y] = [column < this.columns ? column : 0, this.columns > 1 ? ROWS[facing] : 0];
    const place = y * this.columns + x;
    const known = this.frames[place];
    if (known) return known;
    const height = x === AWAKE ? BED_HEIGHT : FRAME.height;
    const frame = new Rectangle(x * FRAME.width, y * FRAME.height, FRAME.width, height);
    const made = new Texture({ source: this.sheet, frame });
    this.frames[place] = made;
    return made;
  }

  /** The picture of someone in bed, awake, if there is one. */
  get awake(): Texture | null {
    return this.columns > AWAKE ? this.frame("down", AWAKE) : this.asleep;
  }
}

/** The pictures of what people hold, each drawn once. */
export class Handful {
  private readonly textures = new Map<Item, Texture>();

  texture(item: Item): Texture {
    const known = this.textures.get(item) ?? new Texture({ source: sourceOf(itemPicture(item)) });
    this.textures.set(item, known);
    return known;
  }
}

export class PersonSprite {
  /** The figure, and what it holds. */
  readonly body = new Container({ visible: false });
  private readonly figure: Sprite;
  /** The letters above the head; drawn over everything, because they are not part of the town. */
  readonly dream = new Container({ visible: false });
  x = 0;
  y = 0;
  there = false;
  asleep = false;
  bearing: Bearing = "standing";
  gesture: Gesture = "none";
  private hand: Sprite | null = null;
  private item: Item | null = null;
  private facing: Facing = "down";

  constructor(
    readonly id: string,
    private readonly wardrobe: Wardrobe,
    private readonly handful: Handful,
    /** Offsets the animation, so that people do not move in step. */
    private readonly order: number,
  ) {
    this.figure = this.body.addChild(new Sprite({ texture: wardrobe.frame("down", 0) }));
    this.figure.anchor.set(0.5, 1);
  }

  private textureOf(pose: Pose, step: number): Texture {
    if (pose.bearing === "lying" && this.wardrobe.asleep)
      return (pose.asleep ? this.wardrobe.asleep : this.wardrobe.awake) ?? this.wardrobe.asleep;
    return this.wardrobe.frame(pose.facing, columnOf(pose, step + this.order));
  }

  /** Sets a pose; `step` counts the frames of the walk. Returns whether anything has changed. */
  take(pose: Pose, step: number): boolean {
    const texture = this.textureOf(pose, step);
    const same =
      this.there === pose.there &&
      this.x === pose.x &&
      this.y === pose.y &&
      this.isHeld(pose) &&
      this.gesture === pose.gesture;
    if (same && this.figure.texture === texture && this.asleep === pose.asleep) return false;
    this.there = pose.there;
    this.asleep = pose.asleep;
    this.gesture = pose.gesture;
    if (!pose.there) return true;
    this.x = pose.x;
    this.y = pose.y;
    this.figure.texture = texture;
    this.body.position.set(pose.x, pose.y);
    if (!this.isHeld(pose)) this.hold(pose);
    // In front of the thing they lie or stand on. Whole pixels, so that small steps do not sort again.
    const depth = Math.round(pose.y) + 0.5;
    if (this.body.zIndex !== depth) this.body.zIndex = depth;
    return true;
  }

  /** Whether the hands are already shown as in a pose. */
  private isHeld({ item, facing, bearing }: Pose): boolean {
    return this.item === item && this.facing === facing && this.bearing === bearing;
  }

  private hold({ item, facing, bearing }: Pose): void {
    Object.assign(this, { item, facing, bearing });
    const [x, y] = HANDS[facing] ?? [0, 0];
    const isShown = item !== null && HANDS[facing] !== null;
    if (this.hand) this.hand.visible = isShown;
    if (!isShown) return;
    this.hand ??= this.body.addChild(new Sprite());
    this.hand.texture = this.handful.texture(item);
    this.hand.anchor.set(0.5, 0.5);
    this.hand.position.set(x, y + (bearing === "sitting" ? LAP : 0));
  }

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
