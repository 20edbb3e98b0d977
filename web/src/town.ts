/**
 * The town on show, what is chosen in it, and how the page looks at it; the one place where panels and map meet.
 *
 * Knows no drawing. Invariant: a choice always names somebody or something of the town that is loaded.
 */
import { computed, signal } from "@preact/signals";
import { fetchTown, listTowns, Refusal } from "./api/fetch";
import type { Person, Room, Sector, Thing, Town, TownEntry } from "./api/wire";
import type { RoofHabit } from "./map/roofs";
import { recall, remember } from "./memory";
import { minute } from "./time/moment";
import { hasChosen, speak } from "./words";

export type Choice =
  | { readonly is: "person"; readonly id: string }
  | { readonly is: "place"; readonly id: string }
  | { readonly is: "nothing" };

/** A place or thing that an address names, with the places around it. */
export interface Found {
  readonly sector: Sector;
  readonly room?: Room;
  readonly thing?: Thing;
}

export const town = signal<Town | null>(null);
export const towns = signal<readonly TownEntry[]>([]);
export const failure = signal<Refusal | null>(null);
export const choice = signal<Choice>({ is: "nothing" });
/** Counts the times that the map was asked to show the choice; a click on the map itself asks for nothing. */
export const glances = signal(0);
/** Whom the camera goes along with. */
export const followed = signal<string | null>(null);
export const roofs = signal<RoofHabit>((recall("roofs") as RoofHabit | null) ?? "auto");
export const names = signal(recall("names") !== "off");

export const people = computed(() => new Map(town.value?.people.map((person) => [person.id, person])));
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

export const chosenPerson = computed((): Person | undefined =>
  choice.value.is === "person" ? people.value.get(choice.value.id) : undefined,
);
export const chosenSector = computed((): Sector | undefined =>
  choice.value.is === "place" ? sectors.value.get(choice.value.id) : undefined,
);

/** The sector somebody lives in. */
export function homeOf(person: Person): Sector | undefined {
  return find(person.bed)?.sector;
}

/** Keeps the address bar true to what is on screen, so that a reload or a shared link shows the same. */
function writeAddress(): void {
  const query = new URLSearchParams(location.search);
  for (const key of ["town", "person", "place"]) query.delete(key);
  if (town.value && town.value.id !== towns.value[0]?.id) query.set("town", town.value.id);
  if (choice.value.is !== "nothing") query.set(choice.value.is, choice.value.id);
  const text = query.toString();
  history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}`);
}

/** Asks the map to show what is chosen. */
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

/** Shows a town; the choice in the address is taken up if it names somebody there. */
export async function openTown(id: string): Promise<void> {
  failure.value = null;
  try {
    const loaded = await fetchTown(id);
    choice.value = { is: "nothing" };
    followed.value = null;
    town.value = loaded;
    minute.value = startMinute(loaded.start);
  } catch (error) {
    failure.value = error instanceof Refusal ? error : new Refusal(String(error), "");
  }
}

/** Opens the town that the address or the server names. */
export async function begin(): Promise<void> {
  failure.value = null;
  const query = new URLSearchParams(location.search);
  try {
    const known = await listTowns();
    towns.value = known.towns;
    if (known.language && !hasChosen()) speak(known.language, false);
    await openTown(query.get("town") ?? known.opens);
    choosePerson(query.get("person") ?? "");
    choosePlace(query.get("place") ?? "");
    if (choice.value.is !== "nothing") glance();
    writeAddress();
  } catch (error) {
    failure.value = error instanceof Refusal ? error : new Refusal(String(error), "");
  }
}

/** Goes to another town of the server's. */
export async function moveTo(id: string): Promise<void> {
  await openTown(id);
  writeAddress();
}
