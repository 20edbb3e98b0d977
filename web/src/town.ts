/**
 * The open town, the selection in it, and the view options; the one place where panels and map meet.
 *
 * Knows no drawing. Invariant: the selection is always a person or object of the open town.
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import { inReplay } from "./api/carried";
import { addressOf, fetchTown, listTowns, Refusal, runAddress } from "./api/fetch";
import type { RunPerson } from "./api/run";
import type { Person, Rectangle, Room, Sector, Thing, Town, TownEntry } from "./api/wire";
import type { RoofHabit } from "./map/roofs";
import { recall, remember } from "./memory";
import { asked, go, note, route, steps } from "./route";
import { SPEEDS } from "./run/clock";
import { isLive, nowTick, run } from "./run/now";
import { close, open, seek } from "./run/playback";
import { openRecording } from "./run/replay";
import { minute } from "./time/moment";
import { hasChosen, setLanguage } from "./words";

export type Choice =
  | { readonly is: "person"; readonly id: string }
  | { readonly is: "place"; readonly id: string }
  | { readonly is: "thing"; readonly id: string }
  | { readonly is: "talk"; readonly id: string }
  | { readonly is: "event"; readonly id: string }
  | { readonly is: "act"; readonly id: string }
  | { readonly is: "nothing" };

/** A place or thing at an address, with its surrounding places. */
export interface Found {
  readonly sector: Sector;
  readonly room?: Room;
  readonly thing?: Thing;
}

export const town = signal<Town | null>(null);
export const towns = signal<readonly TownEntry[]>([]);
export const failure = signal<Refusal | null>(null);
export const choice = signal<Choice>({ is: "nothing" });
/** Counts requests to show the selection on the map. A click on the map itself is no request. */
export const glances = signal(0);
/** The person whom the camera follows. */
export const followed = signal<string | null>(null);
export const roofs = signal<RoofHabit>((recall("roofs") as RoofHabit | null) ?? "auto");
export const names = signal(recall("names") !== "off");

/** The user's avatar, if it is in town, and the handler of its arrow keys. */
export const avatar = signal<string | null>(null);
export const avatarKeys = signal<((step: "u" | "d" | "l" | "r") => void) | null>(null);

/** All people of the open town, with those who came to the open run later. */
export const people = computed(() => {
  const found = new Map(town.value?.people.map((person) => [person.id, person]));
  for (const person of run.value?.people ?? [])
    if (!found.has(person.id)) found.set(person.id, newcomer(person));
  return found;
});
export const sectors = computed(() => new Map(town.value?.places.map((sector) => [sector.id, sector])));

const addresses = computed(() => {
  const found = new Map<string, Found>();
  for (const sector of town.value?.places ?? []) {
    found.set(sector.id, { sector });
    for (const room of sector.rooms) {
      found.set(room.id, { sector, room });
      for (const thing of room.things) found.set(thing.id, { sector, room, thing });
    }
  }
  return found;
});

export function find(address: string | null | undefined): Found | undefined {
  return address ? addresses.value.get(address) : undefined;
}

/** A room by its address, "open" outdoors, "door" between rooms. */
export type Spot = string;

function holds(rectangles: readonly Rectangle[], x: number, y: number): boolean {
  return rectangles.some(
    ([left, top, width, height]) => x >= left && y >= top && x < left + width && y < top + height,
  );
}

/** The sector that a tile belongs to. */
export function sectorAt(x: number, y: number): Sector | undefined {
  return town.value?.places.find(({ rectangles }) => holds(rectangles, x, y));
}

/** The room that a tile is in. */
export function roomAt(x: number, y: number): Spot {
  const sector = sectorAt(x, y);
  const room = sector?.rooms.find(({ rectangles }) => holds(rectangles, x, y));
  if (!sector || room?.outdoors) return "open";
  return room?.id ?? "door";
}

export const chosenPerson = computed((): Person | undefined =>
  choice.value.is === "person" ? people.value.get(choice.value.id) : undefined,
);
export const chosenThing = computed((): Found | undefined =>
  choice.value.is === "thing" ? find(choice.value.id) : undefined,
);
export const chosenTalk = computed((): string | undefined =>
  choice.value.is === "talk" ? choice.value.id : undefined,
);
export const chosenEvent = computed((): string | undefined =>
  choice.value.is === "event" ? choice.value.id : undefined,
);
export const chosenAct = computed((): string | undefined =>
  choice.value.is === "act" ? choice.value.id : undefined,
);
/** Where the chosen event is. */
export const chosenVenue = computed((): Found | undefined => find(chosenEvent.value?.replace(/^\d+-/, "")));
export const chosenSector = computed((): Sector | undefined =>
  choice.value.is === "place" ? sectors.value.get(choice.value.id) : undefined,
);

/** A person who is not in the pack. Of a visitor, only the names are known. */
function newcomer({ id, name, called, profile }: RunPerson): Person {
  if (profile) return profile;
  const nothing = { traits: [], biography: {}, concerns: [], work: null, day: [], knows: [] };
  const hours = { bed: "", wake: "07:00", sleep: "23:00", tile: [0, 0] as const };
  return { id, name, called, age: 0, pronoun: "they", speech: { style: "", note: {} }, ...nothing, ...hours };
}

/** The address of a person's picture. In a run it comes from the run's own pack. */
export function pictureOf(id: string, name: "portrait" | "sheet" | "asleep"): string {
  if (run.value) return runAddress(run.value.name, ["people", id, `${name}.png`]);
  return addressOf(town.value?.id ?? "", "people", id, `${name}.png`);
}

/** The sector a person lives in. */
export function homeOf(person: Person): Sector | undefined {
  return find(person.bed)?.sector;
}

/** The selection as a query, for a link to the same card in another run. */
export function cardQuery(): Record<string, string> {
  const chosen = choice.peek();
  const isOfRun = chosen.is === "talk" || chosen.is === "event" || chosen.is === "act";
  return chosen.is === "nothing" || isOfRun ? {} : { [chosen.is]: chosen.id };
}

/** Whether the address had a card when it was last written. */
let hadCard = false;

/**
 * Writes the selection into the address bar, so that a reload or a shared link shows the same. Opening a card is a step
 * that the browser's back button undoes.
 */
function writeAddress(): void {
  const chosen = choice.value;
  const of = (is: Choice["is"]) => (chosen.is === is && chosen.is !== "nothing" ? chosen.id : null);
  const hasCard = chosen.is !== "nothing";
  note(
    {
      person: of("person"),
      place: of("place"),
      thing: of("thing"),
      talk: of("talk"),
      event: of("event"),
      act: of("act"),
    },
    hasCard && !hadCard,
  );
  hadCard = hasCard;
}

/** How often the moment is written into the address, in milliseconds; browsers limit it. */
const WRITE_MILLISECONDS = 1000;
let willWrite = false;

/** Writes the displayed moment into the address. The present has none: a reload shows the present of then. */
function writeMoment(): void {
  willWrite = false;
  if (run.peek()) note({ tick: isLive.peek() ? null : nowTick.peek() });
}

effect(() => {
  void [run.value, isLive.value, nowTick.value];
  if (willWrite) return;
  willWrite = true;
  setTimeout(writeMoment, WRITE_MILLISECONDS);
});

/** Asks the map to show the selection. */
export function glance(): void {
  glances.value++;
}

export function choosePerson(id: string): void {
  if (!people.value.has(id)) return;
  choice.value = { is: "person", id };
  if (followed.value !== id) followed.value = null;
  writeAddress();
}

export function choosePlace(address: string): void {
  const found = find(address);
  if (!found) return;
  choice.value = { is: "place", id: found.sector.id };
  followed.value = null;
  writeAddress();
}

export function chooseThing(id: string): void {
  if (!find(id)?.thing) return;
  choice.value = { is: "thing", id };
  followed.value = null;
  writeAddress();
}

export function chooseTalk(id: string): void {
  choice.value = { is: "talk", id };
  writeAddress();
}

export function chooseEvent(id: string): void {
  choice.value = { is: "event", id };
  followed.value = null;
  writeAddress();
}

export function chooseAct(id: string): void {
  choice.value = { is: "act", id };
  followed.value = null;
  writeAddress();
}

export function chooseNothing(): void {
  choice.value = { is: "nothing" };
  followed.value = null;
  writeAddress();
}

export function follow(id: string | null): void {
  followed.value = id;
}

export function setRoofs(habit: RoofHabit): void {
  roofs.value = habit;
  remember("roofs", habit);
}

export function setNames(shown: boolean): void {
  names.value = shown;
  remember("names", shown ? "on" : "off");
}

function startMinute(start: string): number {
  const found = /T(\d{2}):(\d{2})/.exec(start);
  return found ? Number(found[1]) * 60 + Number(found[2]) : 7 * 60;
}

/** Selects what the address names, if it exists in this town. */
function chooseAsked(): void {
  const [person, place, thing] = [asked("person"), asked("place"), asked("thing")];
  const [talk, event, act] = [asked("talk"), asked("event"), asked("act")];
  choice.value = { is: "nothing" };
  // The camera stays with the avatar, also after a reload.
  followed.value = avatar.peek();
  hadCard = Boolean(person || place || thing || talk || event || act);
  choosePerson(person ?? "");
  choosePlace(place ?? "");
  chooseThing(thing ?? "");
  if (talk) chooseTalk(talk);
  if (event) chooseEvent(event);
  if (act) chooseAct(act);
  if (choice.value.is !== "nothing" || followed.peek()) glance();
  if (choice.value.is === "nothing") writeAddress();
}

/** After a step of the browser the selection is that of the address. */
effect(() => {
  if (steps.value === 0) return;
  untracked(chooseAsked);
  writeMoment();
});

function numberAsked(key: string): number | null {
  const text = asked(key);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function fail(error: unknown): void {
  failure.value = error instanceof Refusal ? error : new Refusal(String(error), "");
}

/** Shows a town before any run. */
export async function openTown(id: string): Promise<void> {
  failure.value = null;
  try {
    town.value = await fetchTown(id);
    minute.value = startMinute(town.value.start);
    chooseAsked();
  } catch (error) {
    fail(error);
  }
}

/** Shows a run, at the moment in the address or at its default one. */
async function openRun(name: string): Promise<void> {
  failure.value = null;
  town.value = null;
  try {
    const speed = asked("speed") === "max" ? SPEEDS.length : numberAsked("speed");
    const opened = await open(name, numberAsked("tick"), speed);
    if (route.peek().is !== "run") return;
    town.value = opened.town;
    if (!hasChosen()) setLanguage(opened.language, false);
    chooseAsked();
  } catch (error) {
    fail(error);
  }
}

/** Reads the recording, or the list of towns. What the address names may have failed already; that stays. */
export async function begin(): Promise<void> {
  try {
    const recorded = await openRecording();
    if (recorded !== null) {
      route.value = { is: "run", name: recorded };
      return;
    }
    const known = await listTowns();
    towns.value = known.towns;
    if (known.language && !hasChosen()) setLanguage(known.language, false);
  } catch (error) {
    fail(error);
  }
}

/** Tries again to open what the address names. */
export function retry(): void {
  failure.value = null;
  begin();
  route.value = { ...route.peek() };
}

/** Opens another town of the server. */
export function moveTo(id: string): void {
  go(`?town=${encodeURIComponent(id)}`);
}

/** A recording goes to the moment in its address. */
if (inReplay) window.addEventListener("hashchange", () => seek(numberAsked("tick") ?? 0));

/** Opens what the address names, whenever it changes. */
effect(() => {
  const wanted = route.value;
  untracked(() => {
    if (wanted.is === "run") {
      openRun(wanted.name);
      return;
    }
    close();
    town.value = null;
    if (wanted.is === "home" && wanted.preview) openTown(wanted.preview);
  });
});
