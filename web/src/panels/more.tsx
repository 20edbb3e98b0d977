/**
 * The last tab: views that are used less often, and actions in the town.
 *
 * Knows their names. Invariant: an action that is not possible says why instead of disappearing; a recording only
 * offers what it contains.
 */
import { acting } from "../acts/acting";
import { inReplay } from "../api/carried";
import { mayAct, run } from "../run/now";
import { hasMinds } from "../run/replay";
import { type Key, say } from "../words";
import { Exports } from "./exports";
import { Icon, type IconName } from "./icon";
import { lazy } from "./lazy";
import { News } from "./news";
import { RunCard } from "./run";
import { Stories } from "./stories";
import { Things } from "./things";
import { openView, type View, view } from "./views";

const Ties = lazy(async () => (await import("./ties")).Ties);
const Machine = lazy(async () => (await import("../machine/room")).MachineRoom);

const ROOMS: readonly (readonly [View, IconName])[] = [
  ["ties", "ties"],
  ["news", "news"],
  ["things", "thing"],
  ["machine", "machine"],
  ["stories", "story"],
  ["run", "fork"],
  ["export", "download"],
];
/** The rooms of every recording, and those of a recording with minds. */
const CARRIED: ReadonlySet<View> = new Set(["things", "stories"]);
const MINDFUL: ReadonlySet<View> = new Set(["ties", "news"]);
const ACTS = [
  ["walk", "walk"],
  ["arrive", "add-person"],
  ["announce", "news"],
] as const;

function Door(props: { id: string; icon: IconName; words: string; about: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" class="row door" id={props.id} onClick={props.onClick}>
        <span class="place-sign small" aria-hidden="true">
          <Icon name={props.icon} />
        </span>
        <span class="row-text">
          <strong>{props.words}</strong>
          <span class="soft">{props.about}</span>
        </span>
      </button>
    </li>
  );
}

function Doors() {
  const rooms = ROOMS.filter(
    ([name]) => !inReplay || CARRIED.has(name) || (hasMinds.value && MINDFUL.has(name)),
  );
  return (
    <>
      {!inReplay && mayAct.value && (
        <>
          <h2 class="group">{say("more.acts")}</h2>
          <ul class="list">
            {ACTS.map(([name, icon]) => (
              <Door
                key={name}
                id={`do-${name}`}
                icon={icon}
                words={say(`more.${name}`)}
                about={say(`more.${name}.about`)}
                onClick={() => acting.begin({ is: name })}
              />
            ))}
          </ul>
        </>
      )}
      <h2 class="group">{say("more.look")}</h2>
      <ul class="list">
        {rooms.map(([name, icon]) => (
          <Door
            key={name}
            id={`view-${name}`}
            icon={icon}
            words={say(`more.${name}` as Key)}
            about={say(`more.${name}.about` as Key)}
            onClick={() => openView(name)}
          />
        ))}
      </ul>
      {!inReplay && !mayAct.value && <p class="soft empty">{say("acts.viewonly")}</p>}
    </>
  );
}

export function More() {
  const shown = run.value ? view.value : "stories";
  if (!shown) return <Doors />;
  return (
    <>
      {run.value && (
        <div class="card-bar">
          <button type="button" class="back" id="back-more" onClick={() => (view.value = null)}>
            <Icon name="back" />
            {say(`more.${shown}` as Key)}
          </button>
        </div>
      )}
      {shown !== "run" && <h2 class="unseen">{say(`more.${shown}` as Key)}</h2>}
      {shown === "ties" && <Ties />}
      {shown === "news" && <News />}
      {shown === "things" && <Things />}
      {shown === "machine" && <Machine />}
      {shown === "stories" && <Stories />}
      {shown === "run" && <RunCard />}
      {shown === "export" && <Exports />}
    </>
  );
}
