/**
 * The camera: moving, zooming, fitting, following a person.
 *
 * Knows the viewport and the size of the world. Invariant: part of the town is always in view; moving the map by hand
 * ends following.
 */

import type { Container, EventSystem } from "pixi.js";
import { Viewport } from "pixi-viewport";

const CLOSEST = 6;
const STEP = 1.5;
/** How far the first view is enlarged: the edge of a town is only woods and water. */
const SPILL = 1.02;
/**
 * If the screen is this much taller than the town, the first view fills it, but enlarges the town at most this much.
 */
const TALL = 1.3;
const FILL = 2.2;
/** From this zoom on, people are drawn as sprites. */
export const NEAR = 1.1;

export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

export class Camera {
  readonly viewport: Viewport;
  private atHome = true;
  /** The target of the current camera movement. */
  private aim: { readonly x: number; readonly y: number; readonly zoom: number } | null = null;
  private along: Container | null = null;
  /** The height of the covered part at the bottom of the screen, in pixels. */
  private foot = 0;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    readonly width: number,
    readonly height: number,
    events: EventSystem,
    private readonly onHand: () => void,
  ) {
    this.viewport = new Viewport({ worldWidth: width, worldHeight: height, events, noTicker: true });
    this.viewport.drag().pinch().wheel({ smooth: 4, percent: 0.12 }).decelerate({ friction: 0.93 });
    this.clamp();
    for (const kind of ["drag-start", "pinch-start"] as const) {
      this.viewport.on(kind, () => this.takeOver());
    }
    // The wheel also zooms while following a person.
    this.viewport.on("wheel-start", () => this.stop());
    this.viewport.on("animate-end", () => {
      this.aim = null;
    });
  }

  /** Stops any camera movement, which would undo the user's own. */
  private stop(): void {
    this.atHome = false;
    this.aim = null;
    this.viewport.plugins.remove("animate");
  }

  private takeOver(): void {
    this.stop();
    this.onHand();
  }

  /** The zoom at which the whole town is in view. */
  private get whole(): number {
    const { screenWidth, screenHeight } = this.viewport;
    return Math.min(screenWidth / this.width, screenHeight / this.height);
  }

  get zoom(): number {
    return this.viewport.scale.x;
  }

  get view(): View {
    const { left, top, worldScreenWidth, worldScreenHeight } = this.viewport;
    return { x: left, y: top, width: worldScreenWidth, height: worldScreenHeight, zoom: this.zoom };
  }

  /** Takes the size of the screen. The first view is fitted again; any other keeps its centre. */
  resize(width: number, height: number): void {
    const middle = this.viewport.center;
    this.viewport.resize(width, height, this.width, this.height);
    this.viewport.clampZoom({ minScale: this.whole * 0.98, maxScale: CLOSEST });
    if (this.atHome) this.home();
    else this.viewport.moveCenter(middle);
    this.viewport.dirty = true;
  }

  /**
   * The first view: the whole town, or on a tall screen its middle, because a thin strip would be too small to read.
   */
  home(): void {
    const { screenWidth, screenHeight } = this.viewport;
    const [across, down] = [screenWidth / this.width, screenHeight / this.height];
    const zoom = down > across * TALL ? Math.min(down, across * FILL) : Math.min(across, down) * SPILL;
    this.goTo(this.width / 2, this.height / 2, zoom, false);
    this.atHome = true;
  }

  /** Shows the whole town. */
  fit(): void {
    this.goTo(this.width / 2, this.height / 2, this.whole);
  }

  /** Moves the camera to a point of the world. */
  goTo(x: number, y: number, zoom = this.zoom, moving = true): void {
    const scale = Math.min(CLOSEST, Math.max(this.whole * 0.98, zoom));
    this.stop();
    if (!moving || this.calm) {
      this.viewport.setZoom(scale, true);
      this.viewport.moveCenter(x, y);
      this.viewport.dirty = true;
      return;
    }
    this.aim = { x, y, zoom: scale };
    this.viewport.animate({ time: 520, position: { x, y }, scale, ease: "easeInOutSine" });
  }

  /** The screen centre that puts a point into the middle of the uncovered part. */
  private below(y: number, zoom: number): number {
    return y + this.foot / 2 / zoom;
  }

  /** Shows a person or thing so that nothing over the map hides it. */
  lookAt(x: number, y: number, zoom = this.zoom): void {
    this.goTo(x, this.below(y, zoom), zoom);
  }

  /** Sets how many pixels at the bottom of the screen are covered. */
  cover(foot: number): void {
    if (foot === this.foot) return;
    this.foot = foot;
    this.clamp();
  }

  /** Keeps the town in view. The covered part at the bottom may lie outside the town. */
  private clamp(): void {
    const bottom = this.height + this.foot / 2;
    this.viewport.clamp({ left: true, right: true, top: true, bottom, underflow: "center" });
    this.viewport.dirty = true;
  }

  /** Moves by a fraction of the screen. */
  push(right: number, down: number): void {
    this.takeOver();
    const { worldScreenWidth, worldScreenHeight, center } = this.viewport;
    this.goTo(center.x + right * worldScreenWidth, center.y + down * worldScreenHeight, this.zoom, false);
  }

  /** Shows a point of the world at the user's request. */
  point(x: number, y: number): void {
    this.takeOver();
    this.goTo(x, y, this.zoom, false);
  }

  /** Zooms in or out, from the current view or from the target of its movement. */
  zoomBy(steps: number): void {
    const { x, y } = this.aim ?? this.viewport.center;
    this.goTo(x, y, (this.aim?.zoom ?? this.zoom) * STEP ** steps);
  }

  /** Moves to a target and follows it until told otherwise. */
  goAlong(target: Container | null): void {
    if (target === this.along) return;
    this.along = target;
    this.viewport.plugins.remove("follow");
    if (!target) return;
    this.lookAt(target.x, target.y, this.aim?.zoom ?? this.zoom);
    const camera = this;
    const middle = {
      get x() {
        return target.x;
      },
      get y() {
        return camera.below(target.y, camera.zoom);
      },
    };
    this.viewport.follow(middle as Container, { speed: 0 });
  }

  /** Advances time. Returns whether the view has changed. */
  update(milliseconds: number): boolean {
    this.viewport.update(milliseconds);
    const moved = this.viewport.dirty;
    this.viewport.dirty = false;
    return moved;
  }

  toScreen(x: number, y: number): { x: number; y: number } {
    return this.viewport.toScreen(x, y);
  }

  destroy(): void {
    this.viewport.destroy({ children: true });
  }
}
