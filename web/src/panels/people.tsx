/** Everybody in town, with what they usually do at the moment on show. */
import type { Person } from "../api/wire";
import { type Doing, usuallyAt } from "../time/hours";
import { clock, minute } from "../time/moment";
import { choosePerson, glance, town } from "../town";
import { read, say } from "../words";
import { Portrait } from "./portrait";

export function sayDoing(doing: Doing): string {
  if (doing.is === "deed") return read(doing.deed.what);
  return say(doing.is === "asleep" ? "people.sleeping" : "people.free");
}

function Row({ person }: { person: Person }) {
  const meet = () => {
    choosePerson(person.id);
    glance();
  };
  return (
    <li>
      <button type="button" class="row" data-person={person.id} onClick={meet}>
        <Portrait person={person} size={48} />
        <span class="row-text">
          <strong>{read(person.name)}</strong>
          <span class="soft">
            {person.work ? read(person.work.title) : say("person.age", { n: person.age })}
          </span>
          <span class="usual">{sayDoing(usuallyAt(person, minute.value))}</span>
        </span>
      </button>
    </li>
  );
}

export function People() {
  const shown = town.value;
  if (!shown) return null;
  return (
    <>
      <p class="list-note">
        <span>{say("people.count", { n: shown.people.length })}</span>
        <span>{say("people.usual", { time: clock.value })}</span>
      </p>
      <ul class="list">
        {shown.people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
    </>
  );
}
