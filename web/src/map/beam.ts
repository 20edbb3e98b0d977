/**
 * The turning beam of a lighthouse.
 *
 * Knows Pixi. Invariant: it is drawn only at night, and stands still for people who want no motion.
 */
import { Container, Sprite, Texture } from "pixi.js";
import { sourceOf } from "./layers";

const LONG = 320;
const WIDE = 96;
/** Milliseconds for one turn. */
const TURN = 9000;
/** How much flatter it looks from above at a slant. */
const FLAT = 0.55;
const HALO = 40;

function ray(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [LONG / 2, WIDE / 2];
  const pen = canvas.getContext("2d");
  const [width, middle] = [canvas.width, canvas.height / 2];
  for (let x = 0; pen && x < width; x++) {
    const part = x / width;
    const half = 2 + part * (middle - 2);
    const across = pen.createLinearGradient(0, middle - half, 0, middle + half);
    const strength = 0.5 * (1 - part) ** 1.4;
    across.addColorStop(0, "rgb(255 244 200 / 0)");
    across.addColorStop(0.5, `rgb(255 244 200 / ${strength})`);
    across.addColorStop(1, "rgb(255 244 200 / 0)");
    pen.fillStyle = across;
    pen.fillRect(x, middle - half, 1, 2 * half);
  }
  return canvas;
}

function halo(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = HALO;
  const pen = canvas.getContext("2d");
  const glow = pen?.createRadialGradient(HALO / 2, HALO / 2, 0, HALO / 2, HALO / 2, HALO / 2);
  glow?.addColorStop(0, "rgb(255 250 224 / 1)");
  glow?.addColorStop(0.3, "rgb(255 236 170 / 0.6)");
  glow?.addColorStop(1, "rgb(255 220 140 / 0)");
  if (pen && glow) pen.fillStyle = glow;
  pen?.fillRect(0, 0, HALO, HALO);
  return canvas;
}

export class Beam {
  readonly view = new Container({ visible: false });
  private readonly rays = new Container();

  constructor(
    readonly x: number,
    readonly y: number,
  ) {
    const texture = new Texture({ source: sourceOf(ray(), true) });
    for (const turn of [0, Math.PI]) {
      const sprite = new Sprite({ texture, blendMode: "add", rotation: turn });
      sprite.anchor.set(0, 0.5);
      sprite.setSize(LONG, WIDE);
      this.rays.addChild(sprite);
    }
    const flat = new Container();
    flat.scale.set(1, FLAT);
    flat.addChild(this.rays);
    const bright = new Sprite({ texture: new Texture({ source: sourceOf(halo(), true) }), blendMode: "add" });
    bright.anchor.set(0.5);
    this.view.addChild(flat, bright);
    this.view.position.set(x, y);
  }

  get reach(): number {
    return LONG;
  }

  /** Turns the beam to its place at a time in milliseconds. */
  turn(now: number): void {
    this.rays.rotation = ((now % TURN) / TURN) * 2 * Math.PI;
  }
}
