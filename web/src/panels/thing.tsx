/**
 * The card of a thing: its state, its users, its earlier states, and a form to change it.
 *
 * Knows the thing's address. Invariant: shows the state at the displayed moment.
 */
import { ChangeForm } from "../acts/change";
import { inReplay } from "../api/carried";
import { readThing } from "../api/reads";
import { pressingNow, run, thingsNow } from "../run/now";
import { type Found, glance } from "../town";
import { read, say } from "../words";
import { calmTick, useAnswer } from "./answer";
import { Icon } from "./icon";
import { Moment, PersonLink, PlaceLink } from "./link";
import { Section } from "./section";
import { sayState } from "./state";
import { Trouble } from "./trouble";

function History({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const tick = calmTick.value;
  const kept = useAnswer(`${id} ${tick}`, () => readThing(name, id, tick), 600);
  const told = kept.data;
  return (
    <>
      <Trouble kept={kept} />
      {told && told.users.length > 0 && (
        <p class="soft">
          {say("thing.users")}{" "}
          {told.users.map((person, index) => (
            <span key={person}>
              {index > 0 && say("names.and")}
              <PersonLink id={person} />
            </span>
          ))}
        </p>
      )}
      {told && told.history.length > 0 && (
        <Section icon="clock" title={say("thing.history")}>
          <ol class="history">
            {told.history.slice(0, 40).map((each) => (
              <li key={`${each.tick} ${each.state}`}>
                <Moment tick={each.tick} />
                <span>
                  {sayState(each.state)}
                  {each.by && (
                    <span class="soft">
                      {" · "}
                      <PersonLink id={each.by} />
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

export function ThingCard({ found }: { found: Found }) {
  const { thing, sector } = found;
  if (!thing) return null;
  return (
    <article class="card" data-thing={thing.id}>
      <header class="card-head">
        <span class="place-sign big" aria-hidden="true">
          {thing.emoji}
        </span>
        <div>
          <h2 tabIndex={-1}>{read(thing.name)}</h2>
          <p class="soft">
            <PlaceLink address={found.room?.id ?? sector.id} whole />
          </p>
          {run.value && (
            <p class="state">
              {pressingNow.value.includes(thing.id) && <Icon name="warning" />}
              {sayState(thingsNow.value.get(thing.id))}
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
      {run.value && !inReplay && <ChangeForm thing={thing.id} />}
      {run.value && !inReplay && <History id={thing.id} />}
    </article>
  );
}
