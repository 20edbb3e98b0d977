/**
 * The town as a picture: ground, sprites and people in depth order, roofs, night, lamps.
 *
 * Knows Pixi and a town. It is told what to show and never reads the panels. Invariant: a frame is drawn only if
 * something in it has changed.
 */
import { Container, Graphics, type PointData, type Renderer, Texture } from "pixi.js";
import type { Rectangle, Sector } from "../api/wire";
import type { Light } from "../time/light";
import { Atmosphere } from "./atmosphere";
import { Camera, NEAR, type View } from "./camera";
import { Crowd } from "./crowd";
import type { Effect } from "./effects";
import { buildLayers, type Front, type Layers, plane, RIM, rim, sharpen, sourceOf } from "./layers";
import { Occluders } from "./occluders";
import { isCovered } from "./order";
import { Patches } from "./patches";
import type { Picture } from "./pictures";
import type { Facing, Pose } from "./pose";
import { faded, isOpen, type RoofHabit } from "./roofs";
import { Rooms } from "./rooms";
import { seatsOf } from "./seats";
import { Handful, letterPicture, PersonSprite, Wardrobe } from "./sprite";
import { pieceOf, type TiledMap } from "./tiled";
import type { Conditions } from "./weather";

/** The pictures of a person. */
export interface Look {
  readonly id: string;
  readonly sheet: Picture;
  readonly asleep: Picture | null;
}

/** The input of the scene. */
export interface Materials {
  readonly map: TiledMap;
  readonly sheets: ReadonlyMap<string, Picture>;
  readonly people: readonly Look[];
  readonly places: readonly Sector[];
}

/** Handlers of the scene's events. */
export interface SceneHandlers {
  /** A click: the point in the picture, the tile, and the person there, if any. */
  onClick(screen: PointData, tile: PointData, person: string | undefined): void;
  /** A frame is about to be drawn, so poses must be set. Returns whether anything moved. */
  onFrame(now: number, milliseconds: number): boolean;
  /** The user moved the map. */
  onHand(): void;
  /** The view or its contents have changed. */
  onView(moved: boolean): void;
}

/** Milliseconds per frame of the sleepers' animation. */
const BREATH = 90;
/** Sprites within this margin outside the view, in map pixels, stay visible, so that small moves cost nothing. */
const MARGIN = 160;
/** The colour of the area around the town, and its width. */
const WOODS = 0x2b4d2f;
const BEYOND = 6000;
/** Half the width and the height of people, in map pixels. */
const HALF = 8;
const TALL = 24;
/** How far the marker under a person and the letters above them reach, in map pixels. */
const AROUND = 14;
const RISEN = 10;
const UNDER = 6;
/** With more people than this, the far view shows small figures instead of portraits. */
export const CROWD = 70;
/** Minimum length of a walking frame, in milliseconds, and walking frames per tile. */
const STRIDE = 110;
const STRIDES = 2;
/** A frame later than this, in milliseconds, for example after the tab was hidden, counts only as this long. */
const LATE = 1000;

/** For each tile, whether a roof covers it. */
function coverOf(map: TiledMap): Uint8Array {
  const nameOf = (gid: number) => pieceOf(map.tilesets, gid)?.name;
  const { width, height, tileSize } = map;
  return Uint8Array.from({ length: width * height }, (_, cell) => {
    const [x, y] = [(cell % width) + 0.5, Math.floor(cell / width) + 1];
    return isCovered(map, nameOf, x * tileSize, y * tileSize) ? 1 : 0;
  });
}

export class Scene {
  readonly camera: Camera;
  readonly layers: Layers;
  readonly people = new Map<string, PersonSprite>();
  private readonly stage = new Container();
  private readonly dreams = new Container();
  private readonly marks = new Graphics();
  private readonly ring = new Graphics().ellipse(0, -3, 11, 7).fill({ color: 0xffe08a, alpha: 0.6 });
  private readonly crowd = new Crowd();
  private readonly letter = new Texture({ source: sourceOf(letterPicture()) });
  private readonly wardrobes = new Map<Picture, Wardrobe>();
  private readonly handful = new Handful();
  private readonly covered: Uint8Array;
  private readonly occluders: Occluders<Front>;
  private readonly seats: ReadonlyMap<number, Facing>;
  private inFront = new Set<Front>();
  readonly rooms: Rooms;
  private readonly air: Atmosphere;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private rim: Container = new Container();
  private habit: RoofHabit = "auto";
  private opened: readonly Rectangle[] = [];
  private marked: PersonSprite | null = null;
  private over = -1;
  private culled: View | null = null;
  private dirty = true;
  private readonly patches: Patches;
  private breathed = 0;
  /** Whether something else than people has moved, which is seen from afar too. */
  private stirred = false;
  private last = 0;
  private frame = 0;

  constructor(
    private readonly renderer: Renderer,
    private readonly made: Materials,
    private readonly handlers: SceneHandlers,
  ) {
    const { map } = made;
    const [width, height] = [map.width * map.tileSize, map.height * map.tileSize];
    this.rooms = new Rooms(made.places, map.width, map.height);
    this.layers = buildLayers(map, made.sheets, this.rooms);
    this.camera = new Camera(width, height, renderer.events, () => handlers.onHand());
    this.air = new Atmosphere(map, made.places, this.rooms, this.layers, this.calm, BEYOND);
    this.patches = new Patches(renderer);
    this.covered = coverOf(map);
    this.seats = seatsOf(map);
    this.occluders = new Occluders(this.layers.fronts);
    for (const look of made.people) this.addPerson(look);
    this.stack();
    this.camera.viewport.on("clicked", ({ screen, world }) => this.click(screen, world));
    this.stage.addChild(this.camera.viewport);
    renderer.canvas.after(this.crowd.canvas, ...this.air.overlays);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  get tileSize(): number {
    return this.made.map.tileSize;
  }

  /** Adds the layers in drawing order. */
  private stack(): void {
    const { floor, canopy, inside, outside, roofs } = this.layers;
    const { width, height } = this.camera;
    // Drawn last with plain blending, so that each frame ends in the blending mode in which the next begins.
    const last = plane(-BEYOND, -BEYOND, 1, 1, WOODS);
    this.camera.viewport.addChild(floor, this.marks, this.ring, inside);
    this.camera.viewport.addChild(...roofs.map((roof) => roof.sprite), canopy, outside);
    this.rim = rim(width, height, BEYOND, WOODS);
    this.camera.viewport.addChild(this.rim);
    this.air.addTo(this.camera.viewport);
    this.camera.viewport.addChild(this.dreams, last);
    this.ring.visible = false;
  }

  /** Adds a person. They are visible once they have a pose. */
  addPerson({ id, sheet, asleep }: Look): void {
    if (this.people.has(id)) return;
    const wardrobe = this.wardrobes.get(sheet) ?? new Wardrobe(sourceOf(sheet), asleep && sourceOf(asleep));
    this.wardrobes.set(sheet, wardrobe);
    const person = new PersonSprite(id, wardrobe, this.handful, this.people.size);
    this.people.set(id, person);
    this.layers.outside.addChild(person.body);
    this.dreams.addChild(person.dream);
    this.crowd.add(id, sheet);
  }

  /** The direction of the seat on a tile. */
  seatAt(x: number, y: number): Facing | undefined {
    return this.seats.get(y * this.made.map.width + x);
  }

  get isCrowd(): boolean {
    return this.people.size > CROWD;
  }

  /** Sets a person's pose; `moment` is in ticks, `now` in milliseconds, `rate` in ticks per second. */
  pose(person: PersonSprite, pose: Pose, moment: number, now: number, rate: number): void {
    const quick = rate * STRIDES * STRIDE > 1000;
    const { x, y } = person;
    const seen = person.body.visible;
    const still = this.calm && !pose.walking;
    const changed = person.take(pose, still ? 0 : Math.floor(quick ? now / STRIDE : moment * STRIDES));
    if (!changed) return;
    this.putInDepth(person);
    const near = Math.abs(person.x - x) <= this.tileSize && Math.abs(person.y - y) <= this.tileSize;
    if (seen && near)
      this.patch(
        Math.min(x, person.x),
        Math.min(y, person.y),
        Math.abs(person.x - x),
        Math.abs(person.y - y),
      );
    else if (seen) this.patch(x, y);
    if (person.body.visible && !(seen && near)) this.patch(person.x, person.y);
  }

  /** Marks the area of a person, with the letters above and the marker below, to be redrawn. */
  private patch(x: number, y: number, across = 0, down = 0): void {
    const { x: left, y: top, width, height } = this.camera.view;
    if (x + AROUND < left || x - AROUND > left + width || y + UNDER < top || y - TALL - RISEN > top + height)
      return;
    this.patches.add(x - AROUND, y - TALL - RISEN, x + across + AROUND, y + down + UNDER);
  }

  private putInDepth(person: PersonSprite): void {
    const { inside, outside } = this.layers;
    const layer = this.isCovered(person.x, person.y) ? inside : outside;
    if (person.body.parent !== layer) layer.addChild(person.body);
    person.body.visible = person.there && this.isInView(person.x, person.y);
    person.dream.visible = person.body.visible && person.asleep;
  }

  /** Shows the sprites in front of people again, because people are drawn over the picture that contains them. */
  private putInFront(): void {
    const found = new Set<Front>();
    for (const { body, x, y } of this.people.values()) {
      if (!body.visible) continue;
      const box = { left: x - HALF, right: x + HALF, top: y - TALL, bottom: y, depth: body.zIndex };
      this.occluders.collect(box, found);
    }
    for (const front of this.inFront) if (!found.has(front)) front.sprite.visible = false;
    for (const front of found) front.sprite.visible = true;
    this.inFront = found;
  }

  private isInView(x: number, y: number): boolean {
    const { culled } = this;
    if (!culled) return true;
    const across = x > culled.x - MARGIN && x < culled.x + culled.width + MARGIN;
    return across && y > culled.y - MARGIN && y < culled.y + culled.height + 2 * MARGIN;
  }

  private cell(x: number, y: number): number {
    const { map } = this.made;
    const [column, row] = [Math.floor(x / map.tileSize), Math.floor((y - 1) / map.tileSize)];
    return column >= 0 && column < map.width && row >= 0 && row < map.height ? row * map.width + column : -1;
  }

  private isCovered(x: number, y: number): boolean {
    return this.covered[this.cell(x, y)] === 1;
  }

  private click(screen: PointData, world: PointData): void {
    const size = this.tileSize;
    const tile = { x: Math.floor(world.x / size), y: Math.floor(world.y / size) };
    this.handlers.onClick(screen, tile, this.personAt(world.x, world.y));
  }

  /** The person at a point of the map. */
  private personAt(x: number, y: number): string | undefined {
    if (this.camera.zoom < NEAR) return undefined;
    const found = [...this.people.values()].filter((person) => person.holds(x, y));
    return found.sort((one, other) => other.y - one.y)[0]?.id;
  }

  private tick(now: number): void {
    this.frame = requestAnimationFrame((next) => this.tick(next));
    const passed = now - this.last;
    this.last = now;
    const posed = this.handlers.onFrame(now, Math.min(LATE, passed));
    if (posed) this.goWithMarked();
    if (this.patches.any && this.layers.inside.visible) this.putInFront();
    const moved = this.camera.update(Math.min(100, passed));
    if (moved) this.look();
    this.fadeRoofs(Math.min(LATE, passed));
    if (this.air.update()) this.dirty = true;
    if (!this.calm && now - this.breathed > BREATH) this.breathe(now);
    this.draw(moved, posed);
    this.air.drawOver(now, this.camera, moved);
    if (moved || posed) this.handlers.onView(moved);
  }

  /** From afar people are labels or figures over the map, so the map is not redrawn when they move. */
  private draw(moved: boolean, posed: boolean): void {
    const near = this.layers.inside.visible;
    if (moved || this.dirty) this.patches.drawAll(this.stage);
    else if (this.patches.any && (near || this.stirred)) this.patches.draw(this.stage, this.camera);
    this.stirred = false;
    this.dirty = false;
    if (!this.isCrowd || near) this.crowd.clear();
    else if (moved || posed) this.crowd.draw(this.camera, this.people.values());
  }

  setWeather(conditions: Conditions | null): void {
    this.air.setWeather(conditions);
  }

  /** Draws everything now, so that the picture can be read in the same task. */
  redraw(): void {
    this.patches.drawAll(this.stage);
  }

  private breathe(now: number): void {
    this.breathed = now;
    this.stir(now);
    for (const person of this.dreams.visible ? this.people.values() : []) {
      if (!person.dream.visible) continue;
      person.breathe(now, this.letter);
      this.patch(person.x, person.y);
    }
  }

  /** Turns what turns. */
  private stir(now: number): void {
    const { x, y, width, height } = this.camera.view;
    this.air.stir(now, (left, top, right, bottom) => {
      if (left > x + width || right < x || top > y + height || bottom < y) return;
      this.stirred = true;
      this.patches.add(left, top, right, bottom);
    });
  }

  /** The marker follows the marked person, and the roof over them stays open. */
  private goWithMarked(): void {
    const { marked } = this;
    this.ring.visible = marked?.there ?? false;
    if (!marked) return;
    this.ring.position.set(marked.x, marked.y);
    const cell = this.cell(marked.x, marked.y);
    if (cell === this.over) return;
    this.over = cell;
    this.liftRoofs();
  }

  /** Adjusts the picture to the zoom. */
  private look(): void {
    const { zoom } = this.camera;
    const sharp = zoom * this.renderer.resolution >= 1;
    const { floor, canopy, inside, outside, roofs, glow } = this.layers;
    for (const layer of [inside, outside]) layer.visible = sharp;
    for (const layer of [floor, canopy, glow, ...roofs.map((roof) => roof.sprite)]) sharpen(layer, sharp);
    this.air.sharpen(sharp);
    this.air.look(this.camera);
    this.dreams.visible = zoom >= NEAR;
    this.rim.visible = this.seesRim();
    if (sharp) this.cull();
    if (sharp) this.putInFront();
    this.liftRoofs();
  }

  private seesRim(): boolean {
    const { x, y, width, height } = this.camera.view;
    const inside = x > RIM && y > RIM && x + width < this.camera.width - RIM;
    return !inside || y + height > this.camera.height - RIM;
  }

  /** Hides people outside the view. Repeated only when the view has left the last margin. */
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
    for (const person of this.people.values()) this.putInDepth(person);
  }

  /** Decides which roofs should be open. They open and close frame by frame. */
  private liftRoofs(): void {
    for (const roof of this.layers.roofs) {
      const { area, cells } = roof;
      const opened = this.opened.some(
        ([x, y, width, height]) =>
          area.x < x + width && x < area.x + area.width && area.y < y + height && y < area.y + area.height,
      );
      roof.open = isOpen(this.habit, this.camera.zoom, opened || cells.has(this.over), roof.open);
    }
  }

  /** Fades roofs. A roof at rest is either visible or hidden. */
  private fadeRoofs(milliseconds: number): void {
    for (const { sprite, open } of this.layers.roofs) {
      const alpha = faded(sprite.alpha, open, this.calm ? Number.POSITIVE_INFINITY : milliseconds);
      if (alpha === sprite.alpha) continue;
      sprite.alpha = alpha;
      sprite.visible = alpha > 0;
      this.air.touch(this.camera);
      this.dirty = true;
    }
  }

  /** The rooms in which someone is awake. */
  setAwake(rooms: ReadonlySet<string>): void {
    this.air.setAwake(rooms);
  }

  /** What is seen of things. Lamps that are broken or taken apart give no light. */
  setThings(effects: readonly Effect[], dark: ReadonlySet<string>): void {
    if (this.air.setThings(effects, dark, this.camera)) this.dirty = true;
  }

  setRoofs(habit: RoofHabit): void {
    this.habit = habit;
    this.liftRoofs();
    this.dirty = true;
  }

  setLight(light: Light): void {
    this.air.setLight(light);
    this.dirty = true;
  }

  /** Marks a place or a person, and opens the roofs over them. With no argument it clears the mark. */
  mark(place: readonly Rectangle[], person: string | null | undefined): void {
    const size = this.tileSize;
    this.marked = this.people.get(person ?? "") ?? null;
    this.over = -1;
    this.opened = place;
    this.marks.clear();
    for (const [x, y, width, height] of place) {
      this.marks.roundRect(x * size, y * size, width * size, height * size, 4);
    }
    if (place.length) this.marks.fill({ color: 0xffe9a8, alpha: 0.22 });
    this.goWithMarked();
    this.liftRoofs();
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.renderer.resize(width, height);
    this.crowd.resize(width, height);
    this.air.resize(width, height);
    this.camera.resize(width, height);
    this.culled = null;
    this.dirty = true;
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.crowd.canvas.remove();
    for (const canvas of this.air.overlays) canvas.remove();
    this.camera.destroy();
    this.stage.destroy({ children: true, texture: true, textureSource: true });
    this.renderer.destroy({ removeView: true });
  }
}
