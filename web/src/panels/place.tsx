/** The card of a place: kind, opening hours, people there now, rooms with their things, residents and workers. */
import { acting } from "../acts/acting";
import { inReplay } from "../api/carried";
import type { Person, Room, Sector } from "../api/wire";
import { mayAct, peopleNow, run, thingsNow } from "../run/now";
import { people as allPeople, find, glance, homeOf } from "../town";
import { read, say, sayKind } from "../words";
import { Icon } from "./icon";
import { meet, visit } from "./link";
import { sayNow } from "./person/now";
import { Hours, isIn, kindSign } from "./places";
import { Portrait } from "./portrait";
import { Section } from "./section";
import { sayState } from "./state";

/** The people in a place at the displayed moment. */
function present(sector: Sector): Person[] {
  return [...allPeople.value.values()].filter(({ id }) => {
    const tile = peopleNow.value.get(id)?.tile;
    return tile ? isIn(sector, tile) : false;
  });
}

function PeopleList({ people, now = false }: { people: readonly Person[]; now?: boolean }) {
  return (
    <ul class="list tight">
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" class="row" data-person={person.id} onClick={() => meet(person.id)}>
            <Portrait person={person} size={40} />
            <span class="row-text">
              <strong>{read(person.name)}</strong>
              {now ? (
                <span class="usual">
                  <span class="emoji" aria-hidden="true">
                    {sayNow(person.id).emoji}
                  </span>{" "}
                  {sayNow(person.id).words}
                </span>
              ) : (
                <span class="soft">{person.work ? read(person.work.title) : ""}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function RoomPart({ room }: { room: Room }) {
  return (
    <li class="room">
      <strong>{read(room.name)}</strong>
      {room.outdoors && <span class="soft"> {say("place.outdoors")}</span>}
      <p class="things">
        {room.things.length === 0 && <span class="soft">{say("place.empty")}</span>}
        {room.things.map((thing) => (
          <button
            key={thing.id}
            type="button"
            class="thing"
            data-thing={thing.id}
            onClick={() => visit(thing.id)}
          >
            <span class="emoji" aria-hidden="true">
              {thing.emoji}
            </span>{" "}
            {read(thing.name)}
            {run.value && thingsNow.value.has(thing.id) && thingsNow.value.get(thing.id) !== "idle" && (
              <em>{sayState(thingsNow.value.get(thing.id))}</em>
            )}
          </button>
        ))}
      </p>
    </li>
  );
}

export function PlaceCard({ sector }: { sector: Sector }) {
  const all = [...allPeople.value.values()];
  const here = run.value ? present(sector) : [];
  const residents = all.filter((person) => homeOf(person)?.id === sector.id);
  const workers = all.filter((person) => find(person.work?.at)?.sector.id === sector.id);
  return (
    <article class="card" data-place={sector.id}>
      <header class="card-head">
        <span class="place-sign big" aria-hidden="true">
          {kindSign(sector.kind)}
        </span>
        <div>
          <h2 tabIndex={-1}>{read(sector.name)}</h2>
          <p class="soft">
            {sayKind("kind", sector.kind)} · {say(sector.public ? "place.public" : "place.private")}
          </p>
          {sector.opens && (
            <p class="soft">
              {say("place.hours", { hours: sector.opens.replace("-", "–") })} <Hours sector={sector} />
            </p>
          )}
        </div>
      </header>
      <div class="acts">
        <button type="button" class="act" onClick={glance}>
          <Icon name="pin" />
          {say("card.centre")}
        </button>
        {run.value && !inReplay && mayAct.value && (
          <>
            <button
              type="button"
              class="act"
              onClick={() => acting.begin({ is: "announce", place: sector.id })}
            >
              <Icon name="news" />
              {say("place.announce")}
            </button>
            <button type="button" class="act" onClick={() => acting.begin({ is: "walk", place: sector.id })}>
              <Icon name="walk" />
              {say("place.walk")}
            </button>
          </>
        )}
      </div>
      {run.value && (
        <Section icon="people" title={say("place.here")} aside={here.length ? "" : say("place.here.nobody")}>
          <PeopleList people={here} now />
        </Section>
      )}
      {workers.length > 0 && (
        <Section icon="work" title={say("place.works")}>
          <PeopleList people={workers} />
        </Section>
      )}
      {residents.length > 0 && (
        <Section icon="bed" title={say("place.lives")}>
          <PeopleList people={residents} />
        </Section>
      )}
      <Section icon="place" title={say("place.rooms")}>
        <ul class="rooms">
          {sector.rooms.map((room) => (
            <RoomPart key={room.id} room={room} />
          ))}
        </ul>
      </Section>
    </article>
  );
}
