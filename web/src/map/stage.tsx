/**
 * The map's place on the page: makes the scene for the town on show and passes words between it and the panels.
 *
 * Knows both sides and draws nothing itself. Invariant: one scene at a time; an old one is taken down first.
 */
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Sector, Town } from "../api/wire";
import { light } from "../time/moment";
import * as state from "../town";
import { language, say } from "../words";
import { Controls } from "./controls";
import { gather } from "./gather";
import { steer } from "./keys";
import { Labels, labelAt, placeLabels } from "./labels";
import { Minimap } from "./minimap";
import { createRenderer } from "./renderer";
import { Scene } from "./scene";

const scene = signal<Scene | null>(null);
const broken = signal(false);
/** Counts changes of the view, for those parts of the page that show it. */
const views = signal(0);

function placeAt(town: Town, x: number, y: number): Sector | undefined {
  const holds = ([left, top, width, height]: readonly [number, number, number, number]) =>
    x >= left && y >= top && x < left + width && y < top + height;
  return town.places.find((sector) => sector.rectangles.some(holds));
}

/** Turns the camera to what is chosen. */
function lookAtChoice(shown: Scene): void {
  const folk = shown.folk.get(state.chosenPerson.value?.id ?? "");
  if (folk) {
    shown.camera.goTo(folk.x, folk.y - 8, Math.max(shown.camera.zoom, 3));
    return;
  }
  const [x, y, width, height] = state.chosenSector.value?.rectangles[0] ?? [];
  if (x === undefined || y === undefined || !width || !height) return;
  const size = shown.tileSize;
  const { screenWidth, screenHeight } = shown.camera.viewport;
  const zoom = Math.min(screenWidth / (width * size), screenHeight / (height * size)) * 0.72;
  shown.camera.goTo((x + width / 2) * size, (y + height / 2) * size, Math.min(3, Math.max(1.3, zoom)));
}

/** Keeps the scene true to the page's state; returns what undoes it. */
function connect(shown: Scene, host: HTMLElement, town: Town): () => void {
  const labels = () => {
    const layer = host.querySelector<HTMLElement>(".labels");
    if (layer) placeLabels(layer, shown, town);
  };
  let seen = state.glances.peek();
  const undo = [
    effect(() => shown.setLight(light.value)),
    effect(() => shown.setRoofs(state.roofs.value)),
    effect(() => {
      const person = state.chosenPerson.value;
      const home = person && state.homeOf(person);
      shown.mark(state.chosenSector.value?.rectangles ?? [], home?.rectangles ?? [], person?.id);
    }),
    effect(() => {
      if (state.glances.value !== seen) lookAtChoice(shown);
      seen = state.glances.value;
    }),
    effect(() => shown.camera.goAlong(shown.folk.get(state.followed.value ?? "")?.body ?? null)),
    effect(() => {
      // Words change the width of labels, a choice their rank.
      void [language.value, state.choice.value, state.names.value, views.value];
      requestAnimationFrame(labels);
    }),
  ];
  const sight = new ResizeObserver(() => shown.resize(host.clientWidth, host.clientHeight));
  sight.observe(host);
  shown.resize(host.clientWidth, host.clientHeight);
  if (state.choice.peek().is !== "nothing") lookAtChoice(shown);
  return () => {
    sight.disconnect();
    for (const stop of undo) stop();
  };
}

/** The label at a point of the map's own picture. */
function labelUnder(host: HTMLElement, { x, y }: { x: number; y: number }): HTMLElement | undefined {
  const layer = host.querySelector<HTMLElement>(".labels");
  const box = host.getBoundingClientRect();
  return layer ? labelAt(layer, x + box.left, y + box.top) : undefined;
}

/** Shows which label a mouse is over. */
function hover(event: PointerEvent): void {
  const host = event.currentTarget as HTMLElement;
  if (event.pointerType !== "mouse" || event.buttons !== 0) return;
  const box = host.getBoundingClientRect();
  const label = labelUnder(host, { x: event.clientX - box.left, y: event.clientY - box.top });
  for (const old of host.querySelectorAll(".labels .over")) if (old !== label) old.classList.remove("over");
  label?.classList.add("over");
  host.classList.toggle("pointing", label !== undefined);
}

async function raise(town: Town, host: HTMLElement): Promise<Scene> {
  const [materials, renderer] = await Promise.all([gather(town), createRenderer()]);
  host.dataset.renderer = renderer.name;
  host.prepend(renderer.canvas);
  return new Scene(renderer, materials, {
    onClick: (screen, tile, person) => {
      const label = labelUnder(host, screen);
      const place = placeAt(town, tile.x, tile.y);
      if (label) label.click();
      else if (person) state.choosePerson(person.id);
      else if (place) state.choosePlace(place.id);
      else state.chooseNothing();
    },
    onHand: () => state.follow(null),
    onView: () => {
      views.value++;
    },
  });
}

/** Puts a town on the stage; returns what takes it down. */
function show(town: Town, host: HTMLElement): () => void {
  let ended = false;
  let take = () => {};
  raise(town, host)
    .then((made) => {
      if (ended) return made.destroy();
      scene.value = made;
      const disconnect = connect(made, host, town);
      take = () => {
        disconnect();
        scene.value = null;
        made.destroy();
      };
    })
    .catch((error) => {
      console.error(error);
      broken.value = true;
    });
  return () => {
    ended = true;
    take();
  };
}

export function Stage() {
  const host = useRef<HTMLElement>(null);
  const shown = state.town.value;
  useEffect(() => {
    broken.value = false;
    return shown && host.current ? show(shown, host.current) : undefined;
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
      {scene.value ? <Labels /> : <Waiting />}
      {scene.value && <Controls scene={scene.value} />}
      {scene.value && <Minimap scene={scene.value} views={views.value} />}
    </main>
  );
}

function Waiting() {
  if (broken.value) {
    return (
      <div class="waiting" role="alert">
        <strong>{say("failed.map")}</strong>
        <p>{say("failed.map.remedy")}</p>
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
