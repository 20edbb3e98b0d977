/** Things and their states: those in use now, and search by name. */
import { useState } from "preact/hooks";
import type { Sector, Thing } from "../api/wire";
import { thingsNow } from "../run/now";
import { town } from "../town";
import { read, say } from "../words";
import { Icon } from "./icon";
import { visit } from "./link";
import { sayState } from "./state";
import { Empty } from "./trouble";

interface Placed {
  readonly thing: Thing;
  readonly sector: Sector;
}

function all(): Placed[] {
  return (town.value?.places ?? []).flatMap((sector) =>
    sector.rooms.flatMap((room) => room.things.map((thing) => ({ thing, sector }))),
  );
}

function Row({ placed }: { placed: Placed }) {
  const { thing, sector } = placed;
  return (
    <li>
      <button type="button" class="row" data-thing={thing.id} onClick={() => visit(thing.id)}>
        <span class="place-sign small" aria-hidden="true">
          {thing.emoji}
        </span>
        <span class="row-text">
          <strong>{read(thing.name)}</strong>
          <span class="soft">{read(sector.name)}</span>
          <span class="usual">{sayState(thingsNow.value.get(thing.id))}</span>
        </span>
      </button>
    </li>
  );
}

export function Things() {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const states = thingsNow.value;
  const shown = all().filter(({ thing, sector }) =>
    wanted
      ? [...Object.values(thing.name), ...Object.values(sector.name)].some((name) =>
          name.toLowerCase().includes(wanted),
        )
      : (states.get(thing.id) ?? "idle") !== "idle",
  );
  return (
    <>
      <label class="field search-talks">
        <Icon name="search" />
        <span class="unseen">{say("things.search")}</span>
        <input
          type="search"
          placeholder={say("things.search")}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p class="list-note">{say(wanted ? "things.found" : "things.used", { n: shown.length })}</p>
      <ul class="list">
        {shown.slice(0, 80).map((placed) => (
          <Row key={placed.thing.id} placed={placed} />
        ))}
      </ul>
      {shown.length === 0 && <Empty words={say("things.none")} />}
    </>
  );
}
