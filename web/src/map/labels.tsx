/**
 * The names on the map: a pin with a face for each person from afar, a name tag from near, signs for places.
 *
 * They are page elements over the picture, so that they are sharp, speak to screen readers and can be reached by
 * keyboard. Knows the scene's view. Invariant: a label is moved, never rebuilt, while the map moves.
 */
import { signal } from "@preact/signals";
import type { Person, Sector, Town } from "../api/wire";
import { type PersonNow, run } from "../run/now";
import { choice, choosePerson, choosePlace, glance, names, people, pictureOf, town } from "../town";
import { read } from "../words";
import { bubbles } from "./actors";
import { NEAR } from "./camera";
import { type Box, type Point, unfold, withRoom } from "./placing";
import type { Scene } from "./scene";
import type { Bubble } from "./speech";

const PIN = 34;
const TAG = 19;
/** From this zoom on, private places show their names too. */
const CLOSE = 0.75;
/** Where a sign may hang when its place is taken, in pixels downwards. */
const SHIFTS = [0, 20, -20, 36];
/** How far a bubble may rise when its place is taken. */
const RISES = [0, -26, -52, -78, -104, -130];
/** How tall people are, in pixels of the map. */
const HEAD = 24;
/** In a crowd, so many names at once. */
const NAMED = 40;

function Pin({ person }: { person: Person }) {
  const chosen = choice.value.is === "person" && choice.value.id === person.id;
  const meet = () => {
    choosePerson(person.id);
    glance();
  };
  return (
    <button
      type="button"
      class="pin"
      data-person={person.id}
      aria-pressed={chosen}
      aria-label={read(person.name)}
      onClick={meet}
    >
      <img src={pictureOf(person.id, "portrait")} alt="" width="32" height="32" draggable={false} />
      <span class="mood" aria-hidden="true" />
      <span class="tag">{read(person.called)}</span>
    </button>
  );
}

function Said({ bubble }: { bubble: Bubble }) {
  const speaker = people.value.get(bubble.who);
  return (
    <p class="bubble" data-who={bubble.who}>
      <span class="unseen">{read(speaker?.called)}: </span>
      {bubble.text}
    </p>
  );
}

function Sign({ sector }: { sector: Sector }) {
  const chosen = choice.value.is === "place" && choice.value.id === sector.id;
  return (
    <button
      type="button"
      class="sign"
      data-place={sector.id}
      data-public={sector.public}
      aria-pressed={chosen}
      tabIndex={-1}
      onClick={() => choosePlace(sector.id)}
    >
      {read(sector.name)}
    </button>
  );
}

/** In a crowd, whose names are on the map: those near the middle of the view. */
export const named = signal<readonly string[]>([]);

export function Labels({ crowd }: { crowd: boolean }) {
  const shown = town.value;
  if (!shown) return null;
  const everybody = crowd
    ? named.value.flatMap((id) => people.value.get(id) ?? [])
    : [...people.value.values()];
  return (
    <div class="labels" data-names={names.value} data-lived={run.value !== null}>
      {shown.places.map((sector) => (
        <Sign key={sector.id} sector={sector} />
      ))}
      {everybody.map((person) => (
        <Pin key={person.id} person={person} />
      ))}
      {bubbles.value.map((bubble) => (
        <Said key={bubble.who} bubble={bubble} />
      ))}
    </div>
  );
}

/** Shows at each pin what its person does. */
export function dressPins(host: HTMLElement, now: ReadonlyMap<string, PersonNow>): void {
  for (const pin of host.querySelectorAll<HTMLElement>(".pin")) {
    const doing = now.get(pin.dataset.person ?? "");
    const mood = pin.querySelector(".mood");
    const sign = doing?.asleep
      ? ""
      : doing?.talk
        ? "💬"
        : (doing?.deed?.emoji ?? (doing?.walking ? "🚶" : ""));
    if (mood && mood.textContent !== sign) mood.textContent = sign;
    pin.dataset.asleep = String(doing?.asleep ?? now.size === 0);
    pin.dataset.talking = String(Boolean(doing?.talk));
  }
}

/** Where a sign hangs, in tiles: on the roof from afar, from near on the top edge, where it hides little. */
function hangs(sector: Sector, near: boolean): Point {
  const [x, y, width, height] = sector.rectangles[0] ?? [0, 0, 0, 0];
  return { x: x + width / 2, y: sector.public && !near ? y + height / 2 : y + 0.5 };
}

function put(element: HTMLElement, at: Point, shown: boolean): void {
  element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
  element.classList.toggle("away", !shown);
}

function boxAround(at: Point, width: number, height: number, above: number): Box {
  return { x: at.x - width / 2, y: at.y - above, width, height };
}

const widths = new WeakMap<HTMLElement, readonly [string, number]>();

/** How wide a label is; measured anew only when its words change, for measuring while moving is dear. */
function widthOf(element: HTMLElement): number {
  const text = element.textContent ?? "";
  const known = widths.get(element);
  if (known && known[0] === text) return known[1];
  const width = element.offsetWidth;
  if (width) widths.set(element, [text, width]);
  return width || 80;
}

interface Put {
  readonly element: HTMLElement;
  readonly at: Point;
}

/** Puts every label where its person or place is on the screen. */
export function placeLabels(host: HTMLElement, scene: Scene, shown: Town): void {
  const far = scene.camera.zoom < NEAR;
  const [width, height] = [host.clientWidth, host.clientHeight];
  const within = ({ x, y }: Point) => x > -60 && y > -60 && x < width + 60 && y < height + 60;
  host.classList.toggle("far", far);
  host.style.setProperty("--head", `${Math.round(HEAD * scene.camera.zoom)}px`);
  if (scene.isCrowd) named.value = far ? chosenOnly() : nearest(scene, width, height);
  const pins = [...host.querySelectorAll<HTMLElement>(".pin")].flatMap((element): Put[] => {
    const folk = scene.folk.get(element.dataset.person ?? "");
    const at = folk?.there ? scene.camera.toScreen(folk.x, far ? folk.y - 8 : folk.y) : null;
    const seen = at !== null && within(at);
    if (!seen) element.classList.add("away");
    return seen ? [{ element, at }] : [];
  });
  const taken = far ? placeFaces(pins) : placeTags(pins);
  placeBubbles(host, scene, far, width);
  placeSigns(host, scene, shown, taken, within);
}

function chosenOnly(): readonly string[] {
  const chosen = choice.peek();
  return same(chosen.is === "person" ? [chosen.id] : []);
}

/** The people nearest to the middle of the view. */
function nearest(scene: Scene, width: number, height: number): readonly string[] {
  const { x, y } = scene.camera.viewport.center;
  const [across, down] = [width / 2 / scene.camera.zoom, height / 2 / scene.camera.zoom];
  const seen = [...scene.folk.values()].filter(
    (folk) => folk.there && Math.abs(folk.x - x) < across && Math.abs(folk.y - y) < down,
  );
  seen.sort((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y));
  return same(
    seen
      .slice(0, NAMED)
      .map(({ id }) => id)
      .sort(),
  );
}

/** The list that is already there if it says the same, so that nothing is painted anew. */
function same(ids: readonly string[]): readonly string[] {
  return ids.join() === named.peek().join() ? named.peek() : ids;
}

/** What is said hangs over the head; of those who stand together one goes above the other. */
function placeBubbles(host: HTMLElement, scene: Scene, far: boolean, width: number): void {
  const put = [...host.querySelectorAll<HTMLElement>(".bubble")].flatMap((element) => {
    const folk = scene.folk.get(element.dataset.who ?? "");
    if (!folk?.there) {
      element.classList.add("away");
      return [];
    }
    const head = far ? folk.y - 8 : folk.y - HEAD;
    const at = scene.camera.toScreen(folk.x, head);
    const [wide, tall] = sizeOf(element);
    const x = Math.min(Math.max(at.x, wide / 2 + 6), Math.max(width - wide / 2 - 6, wide / 2 + 6));
    return [{ element, at: { x, y: at.y - (far ? 22 : 12) }, tail: at.x - x, wide, tall }];
  });
  // The newest keeps the place next to the head.
  put.reverse();
  const shifts = withRoom(
    put.map(({ at, wide, tall }) => ({ x: at.x - wide / 2, y: at.y - tall, width: wide, height: tall })),
    [],
    RISES,
  );
  put.forEach(({ element, at, tail }, index) => {
    const shift = shifts[index];
    element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y + (shift ?? 0))}px)`;
    element.style.setProperty("--tail", `${Math.round(tail)}px`);
    element.classList.toggle("away", shift === undefined);
  });
}

const sizes = new WeakMap<HTMLElement, readonly [string, number, number]>();

/** How large a bubble is; measured anew only when its words change. */
function sizeOf(element: HTMLElement): readonly [number, number] {
  const text = element.textContent ?? "";
  const known = sizes.get(element);
  if (known && known[0] === text) return [known[1], known[2]];
  const [width, height] = [element.offsetWidth, element.offsetHeight];
  sizes.set(element, [text, width, height]);
  return [width, height];
}

/** From afar: faces that would cover each other step aside. Returns what they cover. */
function placeFaces(pins: readonly Put[]): Box[] {
  const spots = unfold(
    pins.map(({ at }) => at),
    PIN - 4,
  );
  pins.forEach(({ element }, index) => {
    const at = spots[index];
    if (at) put(element, at, true);
  });
  return spots.map((at) => boxAround(at, PIN, PIN, PIN / 2));
}

/** From near: the names of those who stand close together go below each other. Returns what they cover. */
function placeTags(pins: readonly Put[]): Box[] {
  const tags = pins.map(({ element }) => element.querySelector<HTMLElement>(".tag"));
  const boxes = pins.map(({ at }, index) => boxAround(at, widthOf(tags[index] ?? document.body), TAG, -3));
  const shifts = withRoom(boxes, [], [0, TAG, 2 * TAG]);
  pins.forEach(({ element, at }, index) => {
    element.style.setProperty("--down", `${shifts[index] ?? 0}px`);
    put(element, at, true);
  });
  return boxes.map((box, index) => ({ ...box, y: box.y + (shifts[index] ?? 0) }));
}

function placeSigns(
  host: HTMLElement,
  scene: Scene,
  shown: Town,
  taken: readonly Box[],
  within: (at: Point) => boolean,
): void {
  const size = scene.tileSize;
  const close = scene.camera.zoom >= CLOSE;
  const near = scene.camera.zoom >= NEAR;
  const bySector = new Map(shown.places.map((sector) => [sector.id, sector]));
  const hung = [...host.querySelectorAll<HTMLElement>(".sign")].flatMap((element) => {
    const sector = bySector.get(element.dataset.place ?? "");
    if (!sector) return [];
    const { x, y } = hangs(sector, near);
    const at = scene.camera.toScreen(x * size, y * size);
    const chosen = element.getAttribute("aria-pressed") === "true";
    const wanted = within(at) && (close || sector.public || chosen);
    return [{ element, at, wanted, rank: chosen ? 0 : sector.public ? 1 : 2 }];
  });
  hung.sort((one, other) => one.rank - other.rank);
  const wanted = hung.filter((sign) => sign.wanted);
  const room = withRoom(
    wanted.map(({ element, at }) => boxAround(at, widthOf(element), 22, 11)),
    taken,
    SHIFTS,
  );
  for (const { element, at, wanted: is } of hung) if (!is) put(element, at, false);
  wanted.forEach(({ element, at, rank }, index) => {
    const shift = room[index];
    put(element, { x: at.x, y: at.y + (shift ?? 0) }, rank === 0 || shift !== undefined);
  });
}

/**
 * The label under a point of the window. Labels let pointers through to the map, so that it can be dragged, pinched
 * and zoomed from anywhere; what lies under a click is looked up here.
 */
export function labelAt(host: HTMLElement, x: number, y: number): HTMLElement | undefined {
  const hit = (element: Element) => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  };
  const far = host.classList.contains("far");
  const named = host.dataset.names === "true";
  const signs = named ? [...host.querySelectorAll<HTMLElement>(".sign:not(.away)")] : [];
  const faces = [...host.querySelectorAll<HTMLElement>(".pin:not(.away)")];
  const face = faces.findLast((pin) => hit(far ? pin : (pin.querySelector(".tag") ?? pin)));
  return signs.findLast(hit) ?? face;
}
