/**
 * The light of the town: darkness over everything, less of it where lamps and fires burn and where someone is awake.
 *
 * Knows Pixi, rooms and roofs; is told who is awake where. Invariant: a room under a closed roof leaves the roof dark;
 * its windows are lit instead.
 */
import { CanvasSource, Container, Sprite, Texture } from "pixi.js";
import type { Room } from "../api/wire";
import { type Light, mixed, type Rgb, tintNumber } from "../time/light";
import { type LiveRoof, plane, type WindowLights } from "./layers";
import type { LightSource } from "./lights";
import type { Rooms } from "./rooms";

/** Map pixels for each pixel of the light's picture. It is stretched, which softens its edges. */
const STEP = 4;
/** The light of a room, and how much of it there is against the night outside. */
const WARM: Rgb = [255, 226, 178];
const INDOORS = 0.82;
const NIGHT_FROM = 0.02;

function css([red, green, blue]: Rgb, alpha = 1): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}

export class Night {
  /** Multiplied with what is below. */
  readonly shade = new Container();
  private readonly canvas = document.createElement("canvas");
  private readonly pen = this.canvas.getContext("2d");
  private readonly source: CanvasSource;
  private readonly beyond: Sprite[];
  private readonly sheet: Sprite;
  private readonly roofOf = new Map<string, LiveRoof>();
  private light: Light = { tint: [255, 255, 255], dark: 0 };
  private lit: ReadonlySet<string> = new Set();
  private fires: readonly LightSource[] = [];
  private stale = true;

  constructor(
    size: { readonly width: number; readonly height: number; readonly tile: number },
    beyond: number,
    private readonly rooms: Rooms,
    roofs: readonly LiveRoof[],
    private readonly windows: ReadonlyMap<string, WindowLights>,
    private readonly lamps: readonly LightSource[],
  ) {
    const { width, height, tile } = size;
    this.tile = tile;
    [this.canvas.width, this.canvas.height] = [Math.ceil(width / STEP), Math.ceil(height / STEP)];
    this.source = new CanvasSource({ resource: this.canvas, scaleMode: "linear" });
    this.sheet = new Sprite(new Texture({ source: this.source }));
    this.sheet.setSize(width, height);
    this.beyond = [
      plane(-beyond, -beyond, width + 2 * beyond, beyond, 0xffffff),
      plane(-beyond, height, width + 2 * beyond, beyond, 0xffffff),
      plane(-beyond, 0, beyond, height, 0xffffff),
      plane(width, 0, beyond, height, 0xffffff),
    ];
    this.shade.addChild(this.sheet, ...this.beyond);
    for (const one of this.shade.children) one.blendMode = "multiply";
    const across = Math.round(width / tile);
    for (const room of rooms.all) {
      const [x, y] = room.rectangles[0] ?? [0, 0];
      const roof = roofs.find(({ cells }) => cells.has(y * across + x));
      if (roof) this.roofOf.set(room.id, roof);
    }
  }

  private readonly tile: number;

  setLight(light: Light): void {
    this.light = light;
    this.stale = true;
  }

  /** The rooms in which someone is awake. */
  setLit(lit: ReadonlySet<string>): void {
    if (lit.size === this.lit.size && [...lit].every((room) => this.lit.has(room))) return;
    this.lit = lit;
    this.stale = true;
  }

  /** What burns although it should not. */
  setFires(fires: readonly LightSource[]): void {
    this.fires = fires;
    this.stale = true;
  }

  /** A roof has opened or closed a little. */
  touch(): void {
    if (this.lit.size && this.light.dark > NIGHT_FROM) this.stale = true;
  }

  /** How much of a room is seen: nothing under a closed roof. */
  seen(room: string): number {
    return 1 - (this.roofOf.get(room)?.sprite.alpha ?? 0);
  }

  /** Draws the light again if it has changed. Returns whether it has. */
  update(): boolean {
    if (!this.stale) return false;
    this.stale = false;
    const tint = tintNumber(this.light);
    this.shade.visible = tint !== 0xffffff;
    for (const one of this.beyond) one.tint = tint;
    this.lightWindows();
    if (this.shade.visible) this.paint();
    return true;
  }

  private lightWindows(): void {
    const { dark } = this.light;
    for (const [room, { panes, above }] of this.windows) {
      const alpha = this.lit.has(room) ? dark : 0;
      panes.alpha = alpha;
      // With the roof open the wall is cut, and what is above a window hangs in the air.
      above.alpha = alpha * (1 - this.seen(room));
      panes.visible = panes.alpha > 0.01;
      above.visible = above.alpha > 0.01;
    }
  }

  private paint(): void {
    const { pen, canvas, light } = this;
    if (!pen) return;
    pen.globalCompositeOperation = "source-over";
    pen.fillStyle = css(light.tint);
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (light.dark > NIGHT_FROM) {
      this.paintRooms(pen);
      pen.globalCompositeOperation = "lighten";
      for (const lamp of [...this.lamps, ...this.fires]) this.paintLamp(pen, lamp);
    }
    this.source.update();
  }

  private paintRooms(pen: CanvasRenderingContext2D): void {
    for (const room of this.rooms.all) {
      if (!this.lit.has(room.id)) continue;
      const seen = this.seen(room.id);
      if (seen <= 0) continue;
      pen.fillStyle = css(mixed(this.light.tint, WARM, INDOORS * seen * this.light.dark));
      this.outline(pen, room);
      pen.fill();
    }
  }

  /** The walls of a room keep its light inside; the wall at its back, one tile high, is lit too. */
  private outline(pen: CanvasRenderingContext2D, room: Room): void {
    const size = this.tile / STEP;
    pen.beginPath();
    for (const [x, y, width, height] of room.rectangles)
      pen.rect(x * size, (y - 1) * size, width * size, (height + 1) * size);
  }

  private keepInside(pen: CanvasRenderingContext2D, id: string): void {
    const room = this.rooms.all.find((one) => one.id === id);
    if (!room) return;
    this.outline(pen, room);
    pen.clip();
  }

  private paintLamp(pen: CanvasRenderingContext2D, { x, y, reach, room, colour, always }: LightSource): void {
    if (room && !always && !this.lit.has(room)) return;
    const strength = this.light.dark * (room && !always ? this.seen(room) : 1);
    if (strength < NIGHT_FROM) return;
    const [middle, top, radius] = [x / STEP, y / STEP, reach / STEP];
    const glow = pen.createRadialGradient(middle, top, 0, middle, top, radius);
    glow.addColorStop(0, css(colour, strength));
    glow.addColorStop(0.45, css(mixed(this.light.tint, colour, 0.5), strength * 0.8));
    glow.addColorStop(1, css(this.light.tint, 0));
    pen.save();
    if (room && !always) this.keepInside(pen, room);
    pen.fillStyle = glow;
    pen.fillRect(middle - radius, top - radius, 2 * radius, 2 * radius);
    pen.restore();
  }
}
