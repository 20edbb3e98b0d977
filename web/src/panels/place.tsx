/** The card of one place: its kind, hours, rooms with their things, who lives and works there. */
import type { Person, Room, Sector } from "../api/wire";
import { choosePerson, find, glance, homeOf, town } from "../town";
import { read, say, sayKind } from "../words";
import { Icon } from "./icon";
import { Hours, kindSign } from "./places";
import { Portrait } from "./portrait";
import { Section } from "./section";

function Folk({ people }: { people: readonly Person[] }) {
  const meet = (person: Person) => () => {
    choosePerson(person.id);
    glance();
  };
  return (
    <ul class="list tight">
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" class="row" data-person={person.id} onClick={meet(person)}>
            <Portrait person={person} size={40} />
            <span class="row-text">
              <strong>{read(person.name)}</strong>
              <span class="soft">{person.work ? read(person.work.title) : ""}</span>
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
          <span key={thing.id} class="thing">
            <span aria-hidden="true">{thing.emoji}</span> {read(thing.name)}
          </span>
        ))}
      </p>
    </li>
  );
}

export function PlaceCard({ sector }: { sector: Sector }) {
  const all = town.value?.people ?? [];
  const dwellers = all.filter((person) => homeOf(person)?.id === sector.id);
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
      </div>
      {workers.length > 0 && (
        <Section icon="work" title={say("place.works")}>
          <Folk people={workers} />
        </Section>
      )}
      {dwellers.length > 0 && (
        <Section icon="bed" title={say("place.lives")}>
          <Folk people={dwellers} />
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
