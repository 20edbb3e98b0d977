/**
 * The map of one of two compared runs: its people where they are at the moment, by the light of the hour.
 *
 * Knows a run and a moment. Invariant: both maps are drawn alike; people who are elsewhere in the other run are marked.
 */
import { mapPicture, runAddress } from "../api/fetch";
import { momentOf } from "../panels/when";
import { openRun } from "../route";
import { lightAt } from "../time/light";
import { say } from "../words";
import type { Side, Stand } from "./side";

/** From so many tiles on, people count as elsewhere. */
const APART_TILES = 3;

/** The people who are not at the same place in two runs. */
export function apart(here: readonly Stand[], there: readonly Stand[]): ReadonlySet<string> {
  const others = new Map(there.map((each) => [each.id, each.tile]));
  const isApart = ({ id, tile: [x, y] }: Stand) => {
    const other = others.get(id);
    return !other || Math.max(Math.abs(other[0] - x), Math.abs(other[1] - y)) >= APART_TILES;
  };
  return new Set(here.filter(isApart).map(({ id }) => id));
}

function lightOf(side: Side, tick: number): string {
  const moment = momentOf(tick, side.run);
  return `rgb(${lightAt(moment.getUTCHours() * 60 + moment.getUTCMinutes()).tint.join()})`;
}

export interface MapProps {
  readonly side: Side;
  readonly is: "a" | "b";
  readonly tick: number;
  readonly people: readonly Stand[];
  readonly elsewhere: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** What the chosen person does in this run. */
function Doing({ side, people, chosen }: MapProps) {
  const person = people.find(({ id }) => id === chosen);
  if (!chosen) return null;
  const words = !person
    ? say("now.away")
    : person.asleep
      ? say("now.asleep")
      : person.talks
        ? say("compare.talks")
        : (person.deed?.what ?? say("now.walks"));
  return (
    <p class="side-doing">
      <strong>{say("names.says", { name: side.called(chosen) })}</strong>
      <span lang={side.run.language}>{words}</span>
    </p>
  );
}

export function SideMap(props: MapProps) {
  const { side, is, tick, people, elsewhere, chosen } = props;
  const { town, name } = side.run;
  const see = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openRun(name, { tick: String(tick), ...(chosen ? { person: chosen } : {}) });
  };
  return (
    <figure class="side-map" data-is={is} data-run={name}>
      <figcaption>
        <strong>{name}</strong>
        <a class="link" href={`run/${encodeURIComponent(name)}?tick=${tick}`} onClick={see}>
          {say("compare.see")}
        </a>
      </figcaption>
      <div class="side-town" style={{ aspectRatio: `${town.width} / ${town.height}` }}>
        <img src={mapPicture(name, { people: false, size: "large" })} alt="" draggable={false} />
        <div class="side-light" style={{ background: lightOf(side, tick) }} />
        {people.map(({ id, tile }) => (
          <button
            key={id}
            type="button"
            class="side-person"
            data-person={id}
            data-tile={tile.join()}
            data-apart={elsewhere.has(id)}
            aria-pressed={chosen === id}
            aria-label={side.called(id)}
            title={side.called(id)}
            style={{
              left: `${((tile[0] + 0.5) * 100) / town.width}%`,
              top: `${((tile[1] + 1) * 100) / town.height}%`,
            }}
            onClick={() => props.onChoose(id)}
          >
            <img src={runAddress(name, ["people", id, "portrait.png"])} alt="" draggable={false} />
          </button>
        ))}
      </div>
      <Doing {...props} />
    </figure>
  );
}
