/**
 * The town as a picture that can be moved through: ground, sprites and people in depth, roofs, night, lamps.
 *
 * Knows Pixi and a town; told what to show, it never asks the panels. Invariant: it draws a frame only when
 * something in it has changed.
 */
import { Container, Graphics, type PointData, type Renderer, type Sprite, Texture } from "pixi.js";
import type { Person, Rectangle, Town } from "../api/wire";
import { type Light, tintNumber } from "../time/light";
import { Camera, NEAR, type View } from "./camera";
import { Folk, letterPicture } from "./folk";
import { buildLayers, type Layers, plane, rim, sharpen, sourceOf } from "./layers";
import { isCovered } from "./order";
import type { Picture } from "./pictures";
import { type RoofHabit, roofAlpha } from "./roofs";
import { pieceOf, type TiledMap } from "./tiled";

/** How somebody is drawn. */
export interface Look {
  readonly picture: Picture;
  readonly asleep: boolean;
}

/** What the scene is made from. */
export interface Materials {
  readonly town: Town;
  readonly map: TiledMap;
  readonly sheets: ReadonlyMap<string, Picture>;
  readonly people: ReadonlyMap<string, Look>;
}

/** What the scene tells its owner. */
export interface Ears {
  /** A click: where in the picture, on which tile, and on whom, if on anybody. */
  onClick(screen: PointData, tile: PointData, person: Person | undefined): void;
  /** A hand moved the map. */
  onHand(): void;
  /** The view has changed. */
  onView(): void;
}

/** Sleepers breathe at this pace, in milliseconds a frame; nothing else moves by itself. */
const BREATH = 90;
/** Sprites this far outside the view, in map pixels, stay drawn, so that small moves cost nothing. */
const MARGIN = 160;
/** The colour of what lies around the town, and how far it reaches. */
const WOODS = 0x2b4d2f;
const BEYOND = 6000;

export class Scene {
  readonly camera: Camera;
  readonly layers: Layers;
  readonly folk = new Map<string, Folk>();
  private readonly stage = new Container();
  private readonly dreams = new Container();
  private readonly marks = new Graphics();
  private readonly night: Sprite;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private habit: RoofHabit = "auto";
  private opened: readonly Rectangle[] = [];
  private culled: View | null = null;
  private dirty = true;
  private breathed = 0;
  private last = 0;
  private frame = 0;

  constructor(
    private readonly renderer: Renderer,
    private readonly made: Materials,
    private readonly ears: Ears,
  ) {
    const { map } = made;
    const [width, height] = [map.width * map.tileSize, map.height * map.tileSize];
    this.layers = buildLayers(map, made.sheets);
    this.camera = new Camera(width, height, renderer.events, () => ears.onHand());
    this.night = plane(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, 0xffffff);
    this.night.blendMode = "multiply";
    this.addFolk();
    this.stack();
    this.camera.viewport.on("clicked", ({ screen, world }) => this.click(screen, world));
    this.stage.addChild(this.camera.viewport);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  get tileSize(): number {
    return this.made.map.tileSize;
  }

  /** Lays the layers on top of each other. */
  private stack(): void {
    const { far, canopy, ground, inside, outside, roofs, glow } = this.layers;
    const { width, height } = this.camera;
    // Drawn last and plainly, so that no frame ends in another blending than the next one begins with.
    const last = plane(-BEYOND, -BEYOND, 1, 1, WOODS);
    this.camera.viewport.addChild(far, ground, this.marks, inside, ...roofs.map((roof) => roof.sprite));
    this.camera.viewport.addChild(canopy, outside, rim(width, height, BEYOND, WOODS), this.night);
    this.camera.viewport.addChild(glow, this.dreams, last);
  }

  private addFolk(): void {
    const letter = new Texture({ source: sourceOf(letterPicture()) });
    this.made.town.people.forEach((person, index) => {
      const look = this.made.people.get(person.id);
      if (!look) return;
      const folk = new Folk(person, sourceOf(look.picture), this.tileSize);
      if (look.asleep) folk.fallAsleep(letter, index);
      this.folk.set(person.id, folk);
      const { inside, outside } = this.layers;
      (this.isCovered(folk.x, folk.y) ? inside : outside).addChild(folk.body);
      this.dreams.addChild(folk.dream);
    });
  }

  private isCovered(x: number, y: number): boolean {
    const { map } = this.made;
    return isCovered(map, (gid) => pieceOf(map.tilesets, gid)?.name, x, y);
  }

  private click(screen: PointData, world: PointData): void {
    const size = this.tileSize;
    const tile = { x: Math.floor(world.x / size), y: Math.floor(world.y / size) };
    this.ears.onClick(screen, tile, this.personAt(world.x, world.y));
  }

  /** Who stands or lies at a point of the map. */
  private personAt(x: number, y: number): Person | undefined {
    if (this.camera.zoom < NEAR) return undefined;
    const found = [...this.folk.values()].filter((folk) => folk.holds(x, y));
    return found.sort((one, other) => other.y - one.y)[0]?.person;
  }

  private tick(now: number): void {
    this.frame = requestAnimationFrame((next) => this.tick(next));
    const moved = this.camera.update(Math.min(100, now - this.last));
    this.last = now;
    if (moved) this.look();
    if (!this.calm && this.dreams.visible && now - this.breathed > BREATH) this.breathe(now);
    if (!moved && !this.dirty) return;
    this.dirty = false;
    this.renderer.render(this.stage);
    if (moved) this.ears.onView();
  }

  private breathe(now: number): void {
    this.breathed = now;
    for (const folk of this.folk.values()) if (folk.dream.visible) folk.breathe(now);
    this.dirty = true;
  }

  /** Fits what is drawn to how near the view is. */
  private look(): void {
    const { zoom } = this.camera;
    const sharp = zoom * this.renderer.resolution >= 1;
    const { far, canopy, ground, inside, outside, roofs, glow } = this.layers;
    for (const layer of [far, canopy]) layer.visible = !sharp;
    for (const layer of [ground, inside, outside]) layer.visible = sharp;
    for (const layer of [glow, ...roofs.map((roof) => roof.sprite)]) sharpen(layer, sharp);
    this.dreams.visible = zoom >= NEAR;
    if (sharp) this.cull();
    this.liftRoofs();
  }

  /** Hides the sprites that are out of view; done anew only when the view has left the last margin. */
  private cull(): void {
    const view = this.camera.view;
    const was = this.culled;
    const inside =
      was &&
      view.x >= was.x - MARGIN &&
      view.y >= was.y - MARGIN &&
      view.x + view.width <= was.x + was.width + MARGIN &&
      view.y + view.height <= was.y + was.height + MARGIN;
    if (inside && was.width < view.width * 3) return;
    this.culled = view;
    const [left, top] = [view.x - MARGIN, view.y - MARGIN];
    const [right, bottom] = [view.x + view.width + MARGIN, view.y + view.height + MARGIN];
    for (const sprite of [...this.layers.inside.children, ...this.layers.outside.children]) {
      const half = sprite.width / 2;
      const seen = sprite.x + half > left && sprite.x - half < right;
      sprite.visible = seen && sprite.y > top && sprite.y - sprite.height < bottom;
    }
    for (const folk of this.folk.values()) folk.dream.visible = folk.body.visible;
  }

  private liftRoofs(): void {
    for (const { sprite, area } of this.layers.roofs) {
      const opened = this.opened.some(
        ([x, y, width, height]) =>
          area.x < x + width && x < area.x + area.width && area.y < y + height && y < area.y + area.height,
      );
      sprite.alpha = roofAlpha(this.habit, this.camera.zoom, opened);
      sprite.visible = sprite.alpha > 0;
    }
  }

  setRoofs(habit: RoofHabit): void {
    this.habit = habit;
    this.liftRoofs();
    this.dirty = true;
  }

  setLight(light: Light): void {
    this.night.tint = tintNumber(light);
    this.night.visible = this.night.tint !== 0xffffff;
    this.layers.glow.alpha = light.dark;
    this.layers.glow.visible = light.dark > 0.01;
    this.dirty = true;
  }

  /** Marks a place or somebody, and opens the roofs that hide them; empty lists mark nothing. */
  mark(place: readonly Rectangle[], home: readonly Rectangle[], person: string | undefined): void {
    const size = this.tileSize;
    const folk = this.folk.get(person ?? "");
    this.opened = [...place, ...home];
    this.marks.clear();
    for (const [x, y, width, height] of place) {
      this.marks.roundRect(x * size, y * size, width * size, height * size, 4);
    }
    if (place.length) this.marks.fill({ color: 0xffe9a8, alpha: 0.22 });
    if (folk) this.marks.ellipse(folk.x, folk.y - 3, 11, 7).fill({ color: 0xffe08a, alpha: 0.6 });
    this.liftRoofs();
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.renderer.resize(width, height);
    this.camera.resize(width, height);
    this.culled = null;
    this.dirty = true;
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.camera.destroy();
    this.stage.destroy({ children: true, texture: true, textureSource: true });
    this.renderer.destroy({ removeView: true });
  }
}
