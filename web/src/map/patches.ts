/**
 * The changed parts of the picture, so that a canvas renderer redraws only those.
 *
 * Knows rectangles and Pixi's canvas renderer. With a graphics card everything is drawn, which is cheap there.
 * Invariant: pixels outside the patches are unchanged.
 */
import type { Container, Renderer } from "pixi.js";
import type { Camera } from "./camera";

/** With more patches than this, drawing everything is as fast. */
const MOST = 80;
/** Margin of a patch on each side, in map pixels, because edges between pixels are softened. */
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

  /** Marks an area as changed, in map pixels. */
  add(left: number, top: number, right: number, bottom: number): void {
    if (this.found.length <= MOST) this.found.push({ left, top, right, bottom });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Draws everything. */
  drawAll(stage: Container): void {
    this.found = [];
    this.renderer.render(stage);
  }

  /** Draws the changed areas. */
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
