/**
 * The camera: moving, zooming, fitting, following a person.
 *
 * Knows the viewport, the size of the world, and which edges of the screen are covered. Invariant: every part of the
 * town can be moved out from under what covers the map; moving the map by hand ends following.
 */

import type { Container, EventSystem } from "pixi.js";
import { Viewport } from "pixi-viewport";

const CLOSEST = 6;
const STEP = 1.5;
/**
 * If the screen is this much taller than the town, the first view fills it, but enlarges the town at most this much.
 */
const TALL = 1.3;
const FILL = 2.2;
/** From this zoom on, people are drawn as sprites. */
export const NEAR = 1.1;

/** The covered edges of the screen, in pixels. */
export interface Cover {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const NOTHING: Cover = { left: 0, top: 0, right: 0, bottom: 0 };

export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

/** The position of an edge that leaves no gap, or that centres what is smaller than its space. */
function within(at: number, first: number, last: number): number {
  return last > first ? (first + last) / 2 : Math.min(first, Math.max(last, at));
}

export class Camera {
  readonly viewport: Viewport;
  private atHome = true;
  /** The target of the current camera movement. */
  private aim: { readonly x: number; readonly y: number; readonly zoom: number } | null = null;
  private along: Container | null = null;
  private covered = NOTHING;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    readonly width: number,
    readonly height: number,
    events: EventSystem,
    private readonly onHand: () => void,
  ) {
    this.viewport = new Viewport({ worldWidth: width, worldHeight: height, events, noTicker: true });
    this.viewport.drag().pinch().wheel({ smooth: 4, percent: 0.12 }).decelerate({ friction: 0.93 });
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

  /** The size of the uncovered part of the screen. */
  get free(): { readonly width: number; readonly height: number } {
    const { left, top, right, bottom } = this.covered;
    const { screenWidth, screenHeight } = this.viewport;
    return {
      width: Math.max(1, screenWidth - left - right),
      height: Math.max(1, screenHeight - top - bottom),
    };
  }

  /** The height of what covers the lower edge, in pixels. */
  get coveredBelow(): number {
    return this.covered.bottom;
  }

  /** The zoom at which the whole town is in the uncovered part. */
  private get whole(): number {
    const { width, height } = this.free;
    return Math.min(width / this.width, height / this.height);
  }

  get zoom(): number {
    return this.viewport.scale.x;
  }

  get view(): View {
    const { left, top, worldScreenWidth, worldScreenHeight } = this.viewport;
    return { x: left, y: top, width: worldScreenWidth, height: worldScreenHeight, zoom: this.zoom };
  }

  sees(x: number, y: number): boolean {
    const { x: left, y: top, width, height } = this.view;
    return x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /** Takes the size of the screen. The first view is fitted again; any other keeps its centre. */
  resize(width: number, height: number): void {
    const middle = this.viewport.center;
    this.viewport.resize(width, height, this.width, this.height);
    this.fitAgain();
    if (!this.atHome) this.viewport.moveCenter(middle);
  }

  /** Adjusts the limits of the zoom, and the first view, to the uncovered part of the screen. */
  private fitAgain(): void {
    this.viewport.clampZoom({ minScale: this.whole * 0.98, maxScale: CLOSEST });
    if (this.atHome) this.home();
    this.viewport.dirty = true;
  }

  /**
   * The first view: the whole town, or on a tall screen its middle, because a thin strip would be too small to read.
   */
  home(): void {
    const { width, height } = this.free;
    const [across, down] = [width / this.width, height / this.height];
    const zoom = down > across * TALL ? Math.min(down, across * FILL) : Math.min(across, down);
    this.lookAt(this.width / 2, this.height / 2, zoom, false);
    this.atHome = true;
  }

  /** Shows the whole town. */
  fit(): void {
    this.lookAt(this.width / 2, this.height / 2, this.whole);
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

  /** How far the centre of the uncovered part is from the centre of the screen, in pixels. */
  private get shift(): { readonly x: number; readonly y: number } {
    const { left, top, right, bottom } = this.covered;
    return { x: (left - right) / 2, y: (top - bottom) / 2 };
  }

  /** Shows a point of the world in the middle of the uncovered part. */
  lookAt(x: number, y: number, zoom = this.zoom, moving = true): void {
    const scale = Math.min(CLOSEST, Math.max(this.whole * 0.98, zoom));
    this.goTo(x - this.shift.x / scale, y - this.shift.y / scale, scale, moving);
  }

  /** Sets which edges of the screen are covered. */
  cover(covered: Cover): void {
    const before = this.covered;
    this.covered = covered;
    const same = (Object.keys(NOTHING) as (keyof Cover)[]).every((edge) => before[edge] === covered[edge]);
    if (!same) this.fitAgain();
  }

  /** Keeps the town in the uncovered part: it may be moved no further than to its edge. */
  private clamp(): void {
    const { viewport, covered, zoom } = this;
    const { screenWidth, screenHeight } = viewport;
    viewport.x = within(viewport.x, covered.left, screenWidth - covered.right - this.width * zoom);
    viewport.y = within(viewport.y, covered.top, screenHeight - covered.bottom - this.height * zoom);
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
        return target.x - camera.shift.x / camera.zoom;
      },
      get y() {
        return target.y - camera.shift.y / camera.zoom;
      },
    };
    this.viewport.follow(middle as Container, { speed: 0 });
  }

  /** Advances time. Returns whether the view has changed. */
  update(milliseconds: number): boolean {
    this.viewport.update(milliseconds);
    this.clamp();
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
