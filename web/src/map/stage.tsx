/**
 * The map on the page: creates the scene of the open town and connects it to the panels.
 *
 * Knows both sides and draws nothing itself. Invariant: one scene at a time; the old one is removed first.
 */
import { effect, signal, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../api/fetch";
import type { Rectangle, Town } from "../api/wire";
import { eventsAhead } from "../run/events";
import { peopleNow, pressingNow, run } from "../run/now";
import { skyNow } from "../run/sky";
import { goingOn } from "../sound/heard";
import { light } from "../time/moment";
import * as state from "../town";
import { language, say } from "../words";
import { Actors, bubbles } from "./actors";
import { NEAR } from "./camera";
import { Controls, Filming } from "./controls";
import { steer } from "./keys";
import { Labels, labelAt, named, updatePins } from "./labels";
import { LabelLayout } from "./layout";
import { loadMaterials, lookOf } from "./load";
import { effectsNow, outOfOrder, roomsAwake } from "./looks";
import { Minimap } from "./minimap";
import type { Point } from "./placing";
import { createRenderer } from "./renderer";
import { Scene } from "./scene";
import { fallOf } from "./weather";

const scene = signal<Scene | null>(null);
/** Why there is no map: it cannot be drawn, or the server does not answer and is asked again. */
const broken = signal<"drawing" | "network" | null>(null);
/** Counts attempts to load the map after the server did not answer. */
const attempts = signal(0);
const AGAIN_MILLISECONDS = 2000;
/** Counts changes of the view, for the parts of the page that show it. */
const views = signal(0);
/** While people move, those parts are updated at most this often, in milliseconds. */
const REPORT_MILLISECONDS = 200;

/** The thing on a tile. Of several, the one that stands on the others, such as an object on a table. */
function thingAt(town: Town, x: number, y: number): string | undefined {
  const things = town.places.flatMap(({ rooms }) => rooms.flatMap((room) => room.things));
  return things
    .filter(({ tiles }) => tiles.some(([column, row]) => column === x && row === y))
    .sort((one, other) => one.tiles.length - other.tiles.length)[0]?.id;
}

/** The selection, as rectangles on the map. */
function chosenArea(): readonly Rectangle[] {
  const { room, thing } = state.chosenThing.value ?? {};
  if (thing && room) return thing.tiles.map(([x, y]) => [x, y, 1, 1] as const);
  const venue = state.chosenVenue.value;
  if (venue) return (venue.room ?? venue.sector).rectangles;
  return state.chosenSector.value?.rectangles ?? [];
}

/** Moves the camera to the selection or the followed person. Returns whether they are on the map already. */
function lookAtChoice(shown: Scene): boolean {
  const id = state.chosenPerson.value?.id ?? state.followed.value;
  if (id) {
    const person = shown.people.get(id);
    if (person?.there) shown.camera.lookAt(person.x, person.y - 8, Math.max(shown.camera.zoom, 3));
    return person !== undefined;
  }
  const [x, y, width, height] = chosenArea()[0] ?? [];
  if (x === undefined || y === undefined || !width || !height) return true;
  const size = shown.tileSize;
  const { free } = shown.camera;
  const zoom = Math.min(free.width / (width * size), free.height / (height * size)) * 0.72;
  shown.camera.lookAt((x + width / 2) * size, (y + height / 2) * size, Math.min(3, Math.max(1.3, zoom)));
  return true;
}

/** Counts people who were added to the map later. Actions on one of them wait until then. */
const arrivals = signal(0);

/** Adds a person who came to the run to the map. */
function addArrivals(shown: Scene, actors: Actors): void {
  void arrivals.value;
  const fresh = run.value?.people.filter(({ id }) => !shown.people.has(id)) ?? [];
  untracked(() => {
    for (const { id } of fresh) {
      lookOf(id).then(
        (look) => {
          shown.addPerson(look);
          actors.refresh();
          arrivals.value++;
        },
        () => setTimeout(() => arrivals.value++, AGAIN_MILLISECONDS),
      );
    }
  });
}

/** The space between the town and what covers the map's edges, in pixels: half a portrait. */
const CLEAR = 20;

/** Tells the camera which edges of the map are covered: by the buttons, the time bar and the avatar's controls. */
function keepClear(shown: Scene, host: HTMLElement): () => void {
  const dock = host.parentElement?.querySelector(".dock");
  const measure = () => {
    const map = host.getBoundingClientRect();
    const over = (dock?.querySelector(".chat") ?? dock?.querySelector(".time"))?.getBoundingClientRect();
    const buttons = host.querySelector(".controls")?.getBoundingClientRect();
    const [column, row] = buttons && buttons.height > buttons.width ? [buttons, null] : [null, buttons];
    shown.camera.cover({
      left: CLEAR,
      top: (row?.width ? row.bottom - map.top : 0) + CLEAR,
      right: column ? map.right - column.left + CLEAR : 0,
      bottom: over?.height ? Math.max(0, map.bottom - over.top) + CLEAR : 0,
    });
  };
  const sight = new ResizeObserver(measure);
  if (dock) sight.observe(dock);
  sight.observe(host);
  return () => sight.disconnect();
}

/** Keeps the scene in step with the page's state. Returns a function that undoes it. */
function connect(shown: Scene, host: HTMLElement, town: Town, actors: Actors): () => void {
  // A selection or a followed person of before is shown first; a person who came later is on the map only then.
  const isAsked = state.choice.peek().is !== "nothing" || state.followed.peek() !== null;
  let seen = isAsked ? -1 : state.glances.peek();
  const undo = [
    effect(() => shown.setWeather(skyNow.value)),
    effect(() => {
      const falls = skyNow.value ? fallOf(skyNow.value) : null;
      const burns = effectsNow(shown.tileSize).some(({ look }) => look === "flame");
      goingOn(falls === "rain" || falls === "storm", burns, light.value.dark > 0.7);
    }),
    effect(() => {
      shown.setLight(light.value);
      shown.setAwake(roomsAwake(shown.rooms));
      shown.setThings(effectsNow(shown.tileSize), outOfOrder.value);
    }),
    effect(() => shown.setRoofs(state.roofs.value)),
    effect(() => {
      void arrivals.value;
      shown.mark(chosenArea(), state.chosenPerson.value?.id ?? state.avatar.value);
    }),
    effect(() => {
      void arrivals.value;
      const wanted = state.glances.value;
      // The next frame positions people for the displayed moment.
      const look = () => {
        if (scene.peek() === shown && lookAtChoice(shown)) seen = wanted;
      };
      if (wanted !== seen) requestAnimationFrame(look);
    }),
    keepClear(shown, host),
    effect(() => {
      void arrivals.value;
      shown.camera.goAlong(shown.people.get(state.followed.value ?? "")?.body ?? null);
    }),
    effect(() => addArrivals(shown, actors)),
    effect(() => {
      // New text changes the width of labels, a selection their priority, and a new label has no position yet.
      void [
        language.value,
        state.choice.value,
        state.names.value,
        bubbles.value,
        pressingNow.value,
        eventsAhead.value,
        named.value,
        state.people.value,
      ];
      requestAnimationFrame(() => layLabels(host, shown, town));
    }),
    effect(() => {
      const now = peopleNow.value;
      const layer = labelsOf(host);
      if (layer) updatePins(layer, now);
    }),
  ];
  const sight = new ResizeObserver(() => shown.resize(host.clientWidth, host.clientHeight));
  sight.observe(host);
  shown.resize(host.clientWidth, host.clientHeight);
  return () => {
    labelLayout = null;
    sight.disconnect();
    for (const stop of undo) stop();
  };
}

/** Moves the labels with each frame. */
let labelLayout: LabelLayout | null = null;
/** When the parts that show the view were last updated. */
let told = 0;

function labelsOf(host: HTMLElement): HTMLElement | null {
  return host.querySelector<HTMLElement>(".labels");
}

/** Registers the labels that the page has rendered. */
function layLabels(host: HTMLElement, shown: Scene, town: Town): void {
  const layer = labelsOf(host);
  if (!layer || scene.peek() !== shown) return;
  labelLayout ??= new LabelLayout(layer, shown, town);
  updatePins(layer, peopleNow.peek());
  labelLayout.collect();
  labelLayout.all();
}

/** The label at a point of the map's picture. */
function labelUnder(host: HTMLElement, { x, y }: { x: number; y: number }): HTMLElement | undefined {
  const layer = host.querySelector<HTMLElement>(".labels");
  const box = host.getBoundingClientRect();
  return layer ? labelAt(layer, x + box.left, y + box.top) : undefined;
}

/** Highlights the label under the mouse. */
function hover(event: PointerEvent): void {
  const host = event.currentTarget as HTMLElement;
  if (event.pointerType !== "mouse" || event.buttons !== 0) return;
  const box = host.getBoundingClientRect();
  const label = labelUnder(host, { x: event.clientX - box.left, y: event.clientY - box.top });
  for (const old of host.querySelectorAll(".labels .over")) if (old !== label) old.classList.remove("over");
  label?.classList.add("over");
  host.classList.toggle("pointing", label !== undefined);
}

/** A click on a person selects and follows them. */
function meet(person: string): void {
  state.choosePerson(person);
  state.follow(person);
}

function click(
  host: HTMLElement,
  town: Town,
  near: boolean,
  screen: Point,
  tile: Point,
  person?: string,
): void {
  const label = labelUnder(host, screen);
  const thing = near ? thingAt(town, tile.x, tile.y) : undefined;
  const sector = state.sectorAt(tile.x, tile.y);
  if (label) label.click();
  else if (person) meet(person);
  else if (thing && run.peek()) state.chooseThing(thing);
  else if (sector) state.choosePlace(sector.id);
  else state.chooseNothing();
}

async function raise(town: Town, host: HTMLElement): Promise<[Scene, Actors]> {
  const making = createRenderer();
  const materials = await loadMaterials(town, state.people.peek().keys()).catch(async (error) => {
    (await making).destroy();
    throw error;
  });
  const renderer = await making;
  host.dataset.renderer = renderer.name;
  host.prepend(renderer.canvas);
  let actors: Actors | null = null;
  const made: Scene = new Scene(renderer, materials, {
    onClick: (screen, tile, person) => click(host, town, made.camera.zoom >= NEAR, screen, tile, person),
    onHand: () => state.follow(null),
    onFrame: (now, passed) => actors?.frame(now, passed) ?? false,
    onView: (moved) => {
      if (moved) labelLayout?.all();
      else labelLayout?.people();
      const now = performance.now();
      if (!moved && now - told < REPORT_MILLISECONDS) return;
      told = now;
      views.value++;
    },
  });
  actors = new Actors(made);
  return [made, actors];
}

/** Shows a town on the page. Returns a function that removes it. */
function show(town: Town, host: HTMLElement): () => void {
  let ended = false;
  let take = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  raise(town, host)
    .then(([made, actors]) => {
      if (ended) return made.destroy();
      broken.value = null;
      scene.value = made;
      const disconnect = connect(made, host, town, actors);
      take = () => {
        disconnect();
        scene.value = null;
        made.destroy();
      };
    })
    .catch((error) => {
      if (ended) return;
      const unreachable = error instanceof Refusal && error.isUnreachable;
      broken.value = unreachable ? "network" : "drawing";
      if (unreachable) again = setTimeout(() => attempts.value++, AGAIN_MILLISECONDS);
      else console.error(error);
    });
  return () => {
    ended = true;
    clearTimeout(again);
    take();
  };
}

export function Stage() {
  const host = useRef<HTMLElement>(null);
  const shown = state.town.value;
  useEffect(() => {
    return shown && host.current ? show(shown, host.current) : undefined;
  }, [shown, attempts.value]);
  useEffect(() => {
    broken.value = null;
  }, [shown]);
  useEffect(() => steer(() => scene.peek()), []);
  return (
    <main
      ref={host}
      class="stage"
      id="map"
      tabIndex={-1}
      aria-label={say("map")}
      data-ready={scene.value !== null}
      onPointerMove={hover}
    >
      <p class="unseen">{say("map.hint")}</p>
      {scene.value ? <Labels crowd={scene.value.isCrowd} /> : <Waiting />}
      {scene.value && <Controls scene={scene.value} />}
      <Filming />
      {scene.value && <Minimap scene={scene.value} views={views.value} />}
    </main>
  );
}

function Waiting() {
  if (broken.value) {
    const lost = broken.value === "network";
    return (
      <div class="waiting" role="alert">
        <strong>{say(lost ? "failed.gone" : "failed.map")}</strong>
        <p>{say(lost ? "live.kept" : "failed.map.remedy")}</p>
      </div>
    );
  }
  return (
    <div class="waiting" role="status">
      <span class="lantern" aria-hidden="true" />
      {say(state.town.value ? "loading.map" : "loading.town")}
    </div>
  );
}
