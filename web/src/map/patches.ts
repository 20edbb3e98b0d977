/**
 * The parts of the picture that have changed, so that a plain canvas draws those and leaves the rest as it is.
 *
 * Knows rectangles and Pixi's canvas renderer; with a graphics card all is drawn, which costs it nothing. Invariant:
 * what lies outside the patches is exactly as it was.
 */
import type { Container, Renderer } from "pixi.js";
import type { Camera } from "./camera";

/** More patches than this, and drawing all is as quick. */
const MOST = 80;
/** A patch is so much larger on each side, in map pixels: edges between pixels are softened. */
const SEAM = 2;

interface Patch {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class Patches {
  private readonly pen: CanvasRenderingContext2D | null;
  private found: Patch[] = [];

  constructor(private readonly renderer: Renderer) {
    const context = (renderer as { canvasContext?: { rootContext?: unknown } }).canvasContext?.rootContext;
    this.pen = context instanceof CanvasRenderingContext2D ? context : null;
  }

  /** Something has changed here, in map pixels. */
  add(left: number, top: number, right: number, bottom: number): void {
    if (this.found.length <= MOST) this.found.push({ left, top, right, bottom });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Draws all of it. */
  drawAll(stage: Container): void {
    this.found = [];
    this.renderer.render(stage);
  }

  /** Draws what has changed. */
  draw(stage: Container, camera: Camera): void {
    const { pen, found, renderer } = this;
    if (!pen || found.length > MOST) {
      this.drawAll(stage);
      return;
    }
    const { x, y, zoom } = camera.view;
    const scale = zoom * renderer.resolution;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath();
    for (const { left, top, right, bottom } of found) {
      const [across, down] = [Math.floor((left - SEAM - x) * scale), Math.floor((top - SEAM - y) * scale)];
      const [width, height] = [right - left + 2 * SEAM, bottom - top + 2 * SEAM];
      pen.rect(across, down, Math.ceil(width * scale) + 1, Math.ceil(height * scale) + 1);
    }
    pen.clip();
    this.drawAll(stage);
    pen.restore();
  }
}
