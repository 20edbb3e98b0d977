/**
 * Positions the labels over their people and places on the screen, frame by frame.
 *
 * Knows the labels' elements and the scene. Invariant: a frame measures only labels with new text and moves only
 * labels whose position changed; place signs stay while only people move.
 */
import type { Rectangle, Sector, Town } from "../api/wire";
import { choice } from "../town";
import { NEAR } from "./camera";
import { named } from "./labels";
import { type Box, type Point, settled, spreadOut, withRoom } from "./placing";
import type { Bearing } from "./pose";
import type { Scene } from "./scene";
import type { PersonSprite } from "./sprite";

const PIN = 34;
const TAG = 19;
/** From this zoom on, private places also show their names. */
const CLOSE = 0.75;
/** The offsets tried for a sign if its place is taken, in pixels downwards. */
const SHIFTS = [0, 20, -20, 36];
/** How much higher than next to the head a bubble may be. Farther away it would not be seen whose it is. */
const RISES = [0, -18, -36];
/** Text above the top edge of the map cannot be read. */
const EDGE = 6;
const SKY: Box = { x: -1e5, y: -1e5, width: 2e5, height: 1e5 + EDGE };
/** The height of people in map pixels, and the gap between a bubble and a head or portrait. */
const HEAD = 24;
/** The face of a figure: half its width, and from where to where above the ground under the feet, in map pixels. */
const FACE = { half: 6, top: 21, bottom: 12 };
/** How much lower faces are of people who sit or lie. */
const LOWER: Partial<Record<Bearing, number>> = { sitting: 3, lying: 7 };
/** Half the width of a portrait's face. */
const PORTRAIT = 14;
const OVER_HEAD = 12;
const OVER_FACE = 14;
/** How far above a thing the mark of its pressing state is, in map pixels: flames and smoke are below it. */
const OVER_FLAME = 22;
/** The minimum distance between a bubble's tail and its corners. */
const TAIL = 24;
/** Maximum number of names shown in a crowd. */
const NAMED = 40;
const NAMES_MILLISECONDS = 300;
/** How far a label may extend beyond the map before it is hidden, in pixels. */
const OUTSIDE = 60;

interface Label {
  readonly element: HTMLElement;
  readonly id: string;
  readonly tag: HTMLElement | null;
  words: string;
  width: number;
  height: number;
  put: string;
  /** How far a name is from its place under the feet, as it was last set. */
  aside: string;
}

function labelOf(element: HTMLElement, id: string | undefined): Label {
  const tag = element.querySelector<HTMLElement>(".tag");
  return { element, id: id ?? "", tag, words: "", width: 0, height: 0, put: "?", aside: "?" };
}

function boxAround(at: Point, width: number, height: number, above: number): Box {
  return { x: at.x - width / 2, y: at.y - above, width, height };
}

/** The position of a sign, in tiles: on the roof from afar; from near at the top edge, where it hides little. */
function hangs(sector: Sector, near: boolean): Point {
  const [x, y, width, height] = sector.rectangles[0] ?? [0, 0, 0, 0];
  return { x: x + width / 2, y: near ? y : sector.public ? y + height / 2 : y + 0.5 };
}

/** From next to the head of the speaker to another place, over it or under the feet. */
interface BubbleMove extends Point {
  readonly under: boolean;
}

const NOT_MOVED: Point = { x: 0, y: 0 };

export class LabelLayout {
  private pins: Label[] = [];
  private signs: Label[] = [];
  private bubbles: Label[] = [];
  private alarms: Label[] = [];
  private events: Label[] = [];
  /** The buttons in the upper right of the map. Bubbles avoid them. */
  /** Where faces are, and the point of each under which a bubble hangs. */
  private faces: Box[] = [];
  private readonly tops = new Map<string, Point>();
  private buttons = { left: 1e5, bottom: 0 };
  private readonly sectors: ReadonlyMap<string, Sector>;
  /** The outline of each room and sector. */
  private readonly outlines: ReadonlyMap<string, Rectangle | undefined>;
  /** The first tile of each thing. */
  private readonly tiles: ReadonlyMap<string, readonly [number, number] | undefined>;
  private head = "";
  private named = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly scene: Scene,
    town: Town,
  ) {
    this.sectors = new Map(town.places.map((sector) => [sector.id, sector]));
    const places = town.places.flatMap((sector) => [sector, ...sector.rooms]);
    this.outlines = new Map(places.map(({ id, rectangles }) => [id, rectangles[0]]));
    const things = town.places.flatMap(({ rooms }) => rooms.flatMap((room) => room.things));
    this.tiles = new Map(things.map(({ id, tiles }) => [id, tiles[0]]));
  }

  /** Reads the list of labels after the page has rendered new ones. */
  collect(): void {
    const all = (selector: string) => [...this.host.querySelectorAll<HTMLElement>(selector)];
    this.pins = all(".pin").map((element) => labelOf(element, element.dataset.person));
    this.signs = all(".sign").map((element) => labelOf(element, element.dataset.place));
    this.bubbles = all(".bubble").map((element) => labelOf(element, element.dataset.who));
    this.alarms = all(".alarm").map((element) => labelOf(element, element.dataset.thing));
    this.events = all(".event-pin").map((element) => labelOf(element, element.dataset.place));
    const buttons = this.host.parentElement?.querySelector<HTMLElement>(".controls");
    this.buttons = {
      left: buttons?.offsetLeft ?? 1e5,
      bottom: buttons ? buttons.offsetTop + buttons.offsetHeight : 0,
    };
  }

  private get far(): boolean {
    return this.scene.camera.zoom < NEAR;
  }

  private within({ x, y }: Point): boolean {
    const { screenWidth, screenHeight } = this.scene.camera.viewport;
    return x > -OUTSIDE && y > -OUTSIDE && x < screenWidth + OUTSIDE && y < screenHeight + OUTSIDE;
  }

  private put(label: Label, at: Point | null): void {
    const words = at ? `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` : "";
    if (words === label.put) return;
    if (words) label.element.style.transform = words;
    if (!words || !label.put.startsWith("t")) label.element.classList.toggle("away", !words);
    label.put = words;
  }

  /** Measures a label only if its text has changed, because measuring during movement is slow. */
  private measure(label: Label, element: HTMLElement): void {
    const words = element.textContent ?? "";
    if (words === label.words && label.width) return;
    label.words = words;
    label.width = element.offsetWidth || 80;
    label.height = element.offsetHeight || TAG;
  }

  /** Positions everything, after the view has changed. */
  all(): void {
    const { far } = this;
    this.host.classList.toggle("far", far);
    const head = `${Math.round(HEAD * this.scene.camera.zoom)}px`;
    if (head !== this.head) this.host.style.setProperty("--head", head);
    this.head = head;
    this.people();
    this.placeSigns();
    this.placeAlarms();
    this.placeEvents();
  }

  /** A mark over each thing that people must act on at once. */
  private placeAlarms(): void {
    const { camera, tileSize } = this.scene;
    for (const label of this.alarms) {
      const [x, y] = this.tiles.get(label.id) ?? [-1, -1];
      const at = camera.toScreen((x + 0.5) * tileSize, y * tileSize);
      const over = { x: at.x, y: at.y - OVER_FLAME * Math.max(1, camera.zoom) };
      this.put(label, this.within(at) ? over : null);
    }
  }

  /** A pin over the lower edge of each place with an event, where no sign hangs. */
  private placeEvents(): void {
    const { camera, tileSize } = this.scene;
    for (const label of this.events) {
      const [x, y, width, height] = this.outlines.get(label.id) ?? [-1e3, -1e3, 0, 0];
      const at = camera.toScreen((x + width / 2) * tileSize, (y + height) * tileSize);
      this.put(label, this.within(at) ? at : null);
    }
  }

  /** Positions the people who may have moved. */
  people(): void {
    const { scene, far } = this;
    if (scene.isCrowd) this.nameSome();
    const seen: { label: Label; at: Point }[] = [];
    for (const label of this.pins) {
      const person = scene.people.get(label.id);
      const at = person?.there ? scene.camera.toScreen(person.x, far ? person.y - 8 : person.y) : null;
      if (person) describe(label.element, person);
      if (at && this.within(at)) seen.push({ label, at });
      else this.put(label, null);
    }
    if (far) this.placeFaces(seen);
    else this.placeTags(seen);
    if (this.bubbles.length) this.placeBubbles();
  }

  /** In a crowd, the shown names are chosen at intervals, not every frame. */
  private nameSome(): void {
    const now = performance.now();
    if (now - this.named < NAMES_MILLISECONDS) return;
    this.named = now;
    named.value = same(this.far ? chosenOnly() : this.nearest());
  }

  /** From afar: portraits that would overlap move apart. */
  private placeFaces(pins: readonly { label: Label; at: Point }[]): void {
    const spots = spreadOut(
      pins.map(({ at }) => at),
      PIN - 4,
    );
    this.faces = spots.map((spot) => boxAround(spot, 2 * PORTRAIT, 2 * PORTRAIT, PORTRAIT));
    this.tops.clear();
    pins.forEach(({ label }, index) => {
      const spot = spots[index] ?? null;
      if (spot) this.tops.set(label.id, spot);
      this.put(label, spot);
    });
  }

  /** Where the face of a person is from near. */
  private faceOf({ x, y, bearing }: PersonSprite): Box {
    const { camera } = this.scene;
    const lower = LOWER[bearing] ?? 0;
    const from = camera.toScreen(x - FACE.half, y - FACE.top + lower);
    const to = camera.toScreen(x + FACE.half, y - FACE.bottom + lower);
    return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  }

  /** From near: a name is under the feet, or beside them if it would cover a face or another name there. */
  private placeTags(pins: readonly { label: Label; at: Point }[]): void {
    this.tops.clear();
    this.faces = pins.flatMap(({ label }) => {
      const person = this.scene.people.get(label.id);
      if (!person) return [];
      this.tops.set(label.id, this.scene.camera.toScreen(person.x, person.y - HEAD));
      return [this.faceOf(person)];
    });
    for (const { label } of pins) if (label.tag) this.measure(label, label.tag);
    const body = (HEAD / 3) * this.scene.camera.zoom;
    const moves = settled(
      pins.map(({ label, at }) => boxAround(at, label.width, TAG, -3)),
      this.faces,
      (index) => {
        const aside = body + (pins[index]?.label.width ?? 0) / 2;
        return [NOT_MOVED, { x: aside, y: -TAG }, { x: -aside, y: -TAG }, { x: 0, y: TAG }];
      },
    );
    pins.forEach(({ label, at }, index) => {
      const move = moves[index];
      const aside = move ? `${Math.round(move.x)}px ${move.y}px` : "";
      if (label.aside !== aside) {
        const [across = "0px", down = "0px"] = aside.split(" ");
        label.element.style.setProperty("--across", across || "0px");
        label.element.style.setProperty("--down", down);
        label.element.dataset.crowded = String(!move);
        label.aside = aside;
      }
      this.put(label, at);
    });
  }

  /**
   * Bubbles are over the head of their speaker or a little aside, under the feet if there is no room, and never over a
   * face. Older ones without room are hidden.
   */
  private placeBubbles(): void {
    const { far } = this;
    const width = this.scene.camera.viewport.screenWidth;
    const placed: { label: Label; at: Point; head: Point; most: number }[] = [];
    for (const label of this.bubbles) {
      const head = this.headOf(label.id);
      if (!head || !this.within(head)) {
        this.put(label, null);
        continue;
      }
      this.measure(label, label.element);
      const half = label.width / 2 + 6;
      // At the upper edge of the map a bubble is below the person.
      const y = Math.max(label.height + EDGE, head.y - (far ? OVER_FACE : OVER_HEAD));
      const end = y - label.height < this.buttons.bottom ? Math.min(width, this.buttons.left) : width;
      const x = Math.max(half, Math.min(end - half, head.x));
      placed.push({ label, at: { x, y }, head, most: Math.max(0, half - TAIL) });
    }
    // The newest bubble stays next to the head.
    placed.reverse();
    const moves = settled(
      placed.map(({ label, at }) => boxAround(at, label.width, label.height, label.height)),
      [SKY, this.ground, ...this.faces],
      (index) => {
        const one = placed[index];
        return one ? this.movesOf(one.label, one.at, one.most, width) : [];
      },
    );
    placed.forEach(({ label, at, head, most }, index) => {
      const move = moves[index];
      const x = at.x + (move?.x ?? 0);
      const tail = Math.max(-most, Math.min(most, head.x - x));
      label.element.style.setProperty("--tail", `${Math.round(tail)}px`);
      label.element.classList.toggle("below", move?.under === true);
      this.put(label, move ? { x, y: at.y + move.y } : null);
    });
  }

  /** What covers the lower edge of the map hides bubbles. */
  private get ground(): Box {
    const { camera } = this.scene;
    return { ...SKY, y: camera.viewport.screenHeight - camera.coveredBelow };
  }

  private headOf(id: string): Point | null {
    const { scene, far } = this;
    const person = scene.people.get(id);
    if (!person?.there) return null;
    return this.tops.get(id) ?? scene.camera.toScreen(person.x, far ? person.y - 8 : person.y - HEAD);
  }

  /** Where a bubble may be instead: the tail still points at its speaker. */
  private movesOf({ width, height }: Label, at: Point, most: number, screen: number): BubbleMove[] {
    const half = width / 2 + 6;
    const across = [0, most, -most].map((x) => Math.max(half, Math.min(screen - half, at.x + x)) - at.x);
    const over = RISES.flatMap((y) => across.map((x) => ({ x, y, under: false })));
    const feet = this.far ? 2 * OVER_FACE : HEAD * this.scene.camera.zoom + OVER_HEAD + TAG;
    const under = across.map((x) => ({ x, y: feet + height + OVER_HEAD, under: true }));
    return [...over, ...under];
  }

  private placeSigns(): void {
    const { camera, tileSize } = this.scene;
    const [close, near] = [camera.zoom >= CLOSE, camera.zoom >= NEAR];
    const placed = this.signs.flatMap((label) => {
      const sector = this.sectors.get(label.id);
      if (!sector) return [];
      const { x, y } = hangs(sector, near);
      const at = camera.toScreen(x * tileSize, y * tileSize);
      const chosen = label.element.getAttribute("aria-pressed") === "true";
      const wanted = this.within(at) && (close || sector.public || chosen);
      return [{ label, at, wanted, rank: chosen ? 0 : sector.public ? 1 : 2 }];
    });
    placed.sort((one, other) => one.rank - other.rank);
    const wanted = placed.filter((sign) => sign.wanted);
    for (const { label } of wanted) this.measure(label, label.element);
    const room = withRoom(
      wanted.map(({ label, at }) => boxAround(at, label.width, 22, 11)),
      [],
      SHIFTS,
    );
    for (const { label, wanted: is } of placed) if (!is) this.put(label, null);
    wanted.forEach(({ label, at, rank }, index) => {
      const shift = room[index];
      this.put(label, rank === 0 || shift !== undefined ? { x: at.x, y: at.y + (shift ?? 0) } : null);
    });
  }

  /** The people nearest to the centre of the view. */
  private nearest(): string[] {
    const { camera, people } = this.scene;
    const { x, y } = camera.viewport.center;
    const { width, height } = camera.view;
    const seen = [...people.values()].filter(
      (one) => one.there && Math.abs(one.x - x) < width / 2 && Math.abs(one.y - y) < height / 2,
    );
    const far = (one: Point) => Math.hypot(one.x - x, one.y - y);
    seen.sort((one, other) => far(one) - far(other));
    return seen.slice(0, NAMED).map(({ id }) => id);
  }
}

/** Notes how a person is drawn at their label. */
function describe(element: HTMLElement, { bearing, gesture }: PersonSprite): void {
  if (element.dataset.bearing !== bearing) element.dataset.bearing = bearing;
  if (element.dataset.gesture !== gesture) element.dataset.gesture = gesture;
}

function chosenOnly(): string[] {
  const chosen = choice.peek();
  return chosen.is === "person" ? [chosen.id] : [];
}

/** Returns the existing list if it names the same people, so that nothing is rendered again. */
function same(ids: string[]): readonly string[] {
  const sorted = ids.sort();
  return sorted.join() === named.peek().join() ? named.peek() : sorted;
}
