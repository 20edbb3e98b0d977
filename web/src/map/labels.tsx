/**
 * The labels on the map: a portrait pin for each person from afar, a name tag from near, signs for places.
 *
 * They are page elements over the picture, so that they are sharp, readable for screen readers and reachable by
 * keyboard. Knows their text, not their position. Invariant: while the map moves, a label is moved, never rebuilt.
 */

import { signal } from "@preact/signals";
import type { Person, Sector } from "../api/wire";
import type { TownEvent } from "../api/wire.gen";
import { slowTick } from "../panels/answer";
import { countdown } from "../panels/event";
import { Icon } from "../panels/icon";
import { spokenLanguage } from "../panels/language";
import { placeName } from "../panels/names";
import { FacePicture } from "../panels/portrait";
import { sayState } from "../panels/state";
import { eventsAhead } from "../run/events";
import { type PersonNow, pressingNow, run, thingsNow } from "../run/now";
import {
  avatar,
  choice,
  chooseEvent,
  choosePerson,
  choosePlace,
  follow,
  glance,
  names,
  people,
  town,
} from "../town";
import { read, say } from "../words";
import { bubbles } from "./actors";
import { Emote } from "./emote";
import { emotions } from "./emotions";
import type { Bubble } from "./speech";
import { weary } from "./weary";

/** Events farther ahead have no pin. */
const DAY_TICKS = 8640;

/** A person's name for those who do not see the pin; it contains what the pin shows. */
function labelOf({ name, called }: Person): string {
  const [whole, short] = [read(name), read(called)];
  return whole.includes(short) ? whole : `${short} · ${whole}`;
}

function Pin({ person }: { person: Person }) {
  const chosen = choice.value.is === "person" && choice.value.id === person.id;
  const emotion = emotions.value.get(person.id) ?? (weary.value.has(person.id) ? "tired" : undefined);
  const meet = () => {
    choosePerson(person.id);
    follow(person.id);
    glance();
  };
  return (
    <button
      type="button"
      class="pin"
      data-person={person.id}
      data-me={avatar.value === person.id}
      data-emotion={emotion}
      aria-pressed={chosen}
      aria-label={
        emotion
          ? say("emotion.label", { name: labelOf(person), emotion: say(`emotion.${emotion}`) })
          : labelOf(person)
      }
      onClick={meet}
    >
      <FacePicture id={person.id} size={32} />
      <span class="mood" aria-hidden="true" />
      {emotion && <Emote emotion={emotion} />}
      <span class="tag">{read(person.called)}</span>
    </button>
  );
}

function Said({ bubble }: { bubble: Bubble }) {
  const speaker = people.value.get(bubble.who);
  return (
    <p class="bubble" data-who={bubble.who} data-thought={bubble.thought} lang={spokenLanguage.value}>
      <strong>{say(bubble.thought ? "names.thinks" : "names.says", { name: read(speaker?.called) })}</strong>
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

function Alarm({ thing }: { thing: string }) {
  const words = say("thing.presses", {
    thing: placeName(thing),
    state: sayState(thingsNow.value.get(thing)),
  });
  return (
    <span class="alarm" role="img" data-thing={thing} aria-label={words} title={words}>
      <Icon name="warning" />
    </span>
  );
}

/** An event that is not over, over its place. */
function EventPin({ event, now }: { event: TownEvent; now: number }) {
  const time = countdown(event, now);
  return (
    <button
      type="button"
      class="event-pin"
      data-place={event.place}
      data-now={now >= event.start}
      tabIndex={-1}
      lang={spokenLanguage.value}
      aria-label={`${event.what}, ${time}`}
      onClick={() => chooseEvent(event.id)}
    >
      <Icon name={event.announced ? "news" : "promise"} />
      {time}
    </button>
  );
}

/** The next event of each place, from the day before on. */
function EventPins() {
  const now = slowTick.value;
  const next = new Map<string, TownEvent>();
  for (const event of eventsAhead.value)
    if (event.start - now < DAY_TICKS && !next.has(event.place)) next.set(event.place, event);
  return (
    <>
      {[...next.values()].map((event) => (
        <EventPin key={event.id} event={event} now={now} />
      ))}
    </>
  );
}

/** In a crowd, the people whose names are shown: those near the centre of the view. */
export const named = signal<readonly string[]>([]);

export function Labels({ crowd }: { crowd: boolean }) {
  const shown = town.value;
  if (!shown) return null;
  const labelled = crowd
    ? named.value.flatMap((id) => people.value.get(id) ?? [])
    : [...people.value.values()];
  return (
    <div class="labels" data-names={names.value} data-lived={run.value !== null}>
      {shown.places.map((sector) => (
        <Sign key={sector.id} sector={sector} />
      ))}
      {labelled.map((person) => (
        <Pin key={person.id} person={person} />
      ))}
      {pressingNow.value.map((thing) => (
        <Alarm key={thing} thing={thing} />
      ))}
      <EventPins />
      {bubbles.value.map((bubble) => (
        <Said key={bubble.who} bubble={bubble} />
      ))}
    </div>
  );
}

/** Sets the activity icon of each pin. */
export function updatePins(host: HTMLElement, now: ReadonlyMap<string, PersonNow>): void {
  for (const pin of host.querySelectorAll<HTMLElement>(".pin")) {
    const doing = now.get(pin.dataset.person ?? "");
    const mood = pin.querySelector(".mood");
    const sign = doing?.asleep
      ? ""
      : doing?.talk
        ? "💬"
        : (doing?.deed?.emoji ?? (doing?.walking ? "🚶" : ""));
    if (mood && mood.textContent !== sign) mood.textContent = sign;
    pin.dataset.tile = doing?.tile?.join() ?? "";
    pin.dataset.asleep = String(doing?.asleep ?? now.size === 0);
    pin.dataset.talking = String(Boolean(doing?.talk));
  }
}

/**
 * The label at a point of the window. Labels let pointers through to the map, so that it can be dragged, pinched and
 * zoomed anywhere. Clicks are resolved here.
 */
export function labelAt(host: HTMLElement, x: number, y: number): HTMLElement | undefined {
  const hit = (element: Element) => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  };
  const far = host.classList.contains("far");
  const named = host.dataset.names === "true";
  const pin = [...host.querySelectorAll<HTMLElement>(".event-pin:not(.away)")].findLast(hit);
  if (pin) return pin;
  const signs = named ? [...host.querySelectorAll<HTMLElement>(".sign:not(.away)")] : [];
  const faces = [...host.querySelectorAll<HTMLElement>(".pin:not(.away)")];
  const face = faces.findLast((pin) => hit(far ? pin : (pin.querySelector(".tag") ?? pin)));
  return signs.findLast(hit) ?? face;
}
