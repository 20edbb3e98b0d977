/**
 * The names on the map: a pin with a face for each person from afar, a name tag from near, signs for places.
 *
 * They are page elements over the picture, so that they are sharp, speak to screen readers and can be reached by
 * keyboard. Knows the scene's view. Invariant: a label is moved, never rebuilt, while the map moves.
 */
import { addressOf } from "../api/fetch";
import type { Person, Sector, Town } from "../api/wire";
import { choice, choosePerson, choosePlace, glance, names, town } from "../town";
import { read } from "../words";
import { NEAR } from "./camera";
import { type Box, type Point, unfold, withRoom } from "./placing";
import type { Scene } from "./scene";

const PIN = 34;
const TAG = 19;
/** From this zoom on, private places show their names too. */
const CLOSE = 0.75;
/** Where a sign may hang when its place is taken, in pixels downwards. */
const SHIFTS = [0, 20, -20, 36];

function Pin({ person, of }: { person: Person; of: Town }) {
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
      <img
        src={addressOf(of.id, "people", person.id, "portrait.png")}
        alt=""
        width="32"
        height="32"
        draggable={false}
      />
      <span class="tag">{read(person.called)}</span>
    </button>
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

export function Labels() {
  const shown = town.value;
  if (!shown) return null;
  return (
    <div class="labels" data-names={names.value}>
      {shown.places.map((sector) => (
        <Sign key={sector.id} sector={sector} />
      ))}
      {shown.people.map((person) => (
        <Pin key={person.id} person={person} of={shown} />
      ))}
    </div>
  );
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
  const pins = [...host.querySelectorAll<HTMLElement>(".pin")].flatMap((element): Put[] => {
    const folk = scene.folk.get(element.dataset.person ?? "");
    if (!folk) return [];
    const at = scene.camera.toScreen(folk.x, far ? folk.y - 8 : folk.y);
    if (!within(at)) put(element, at, false);
    return within(at) ? [{ element, at }] : [];
  });
  const taken = far ? placeFaces(pins) : placeTags(pins);
  placeSigns(host, scene, shown, taken, within);
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
