/**
 * The panel beside the map, or on a phone the sheet over its lower part: lists, or the card of the selection.
 *
 * Knows its parts. Invariant: a card replaces the lists, and closing it restores them at the same scroll position.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { run } from "../run/now";
import {
  choice,
  chooseNothing,
  chosenAct,
  chosenEvent,
  chosenPerson,
  chosenSector,
  chosenTalk,
  chosenThing,
  glances,
} from "../town";
import { type Key, say } from "../words";
import { ActCard } from "./act";
import { EventCard } from "./event";
import { Feed } from "./feed";
import { Header } from "./header";
import { Icon, type IconName } from "./icon";
import { More } from "./more";
import { People } from "./people";
import { PersonCard } from "./person";
import { PlaceCard } from "./place";
import { Places } from "./places";
import { Search } from "./search";
import * as sheet from "./sheet";
import { TalkCard } from "./talk";
import { TalkList } from "./talks";
import { ThingCard } from "./thing";
import { isWide, pick, TABS, type Tab, tab } from "./views";

const TAB_ICONS: Record<Tab, IconName> = {
  feed: "feed",
  people: "people",
  places: "place",
  talks: "speech",
  more: "more",
};
/** Without a run there are no events and no talks. The last tab then shows the town's stories. */
const STILL_TABS: readonly Tab[] = ["people", "places", "more"];

function shownTabs(): readonly Tab[] {
  return run.value ? TABS : STILL_TABS;
}

function shownTab(): Tab {
  return shownTabs().includes(tab.value) ? tab.value : "people";
}

function turn(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const tabs = shownTabs();
  const next = tabs[(tabs.indexOf(shownTab()) + step + tabs.length) % tabs.length] ?? "people";
  pick(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function Tabs() {
  const shown = shownTab();
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={say("nav")} onKeyDown={turn}>
        {shownTabs().map((one) => (
          <button
            key={one}
            id={`tab-${one}`}
            type="button"
            role="tab"
            aria-selected={shown === one}
            aria-controls="lists"
            tabIndex={shown === one ? 0 : -1}
            onClick={() => pick(one)}
          >
            <Icon name={one === "more" && !run.value ? "story" : TAB_ICONS[one]} />
            {say(one === "more" && !run.value ? "tab.stories" : (`tab.${one}` as Key))}
          </button>
        ))}
      </div>
      <ToMap />
    </div>
  );
}

/** On a phone: a button to the map and back. */
function ToMap() {
  const low = sheet.height.value === "low";
  const go = () => {
    sheet.height.value = low ? "half" : "low";
  };
  return (
    <button type="button" class="to-map" id="to-map" aria-pressed={low} onClick={go}>
      <Icon name={low ? "people" : "map"} />
      {say(low ? "tab.details" : "tab.map")}
    </button>
  );
}

function Lists() {
  const shown = shownTab();
  return (
    <div id="lists" class="scroll" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={-1}>
      {shown === "feed" && <Feed />}
      {shown === "people" && <People />}
      {shown === "places" && <Places />}
      {shown === "talks" && (
        <div class="pad">
          <TalkList />
        </div>
      )}
      {shown === "more" && <More />}
    </div>
  );
}

function Chosen() {
  const [person, sector, thing, talk] = [
    chosenPerson.value,
    chosenSector.value,
    chosenThing.value,
    chosenTalk.value,
  ];
  if (person) return <PersonCard key={person.id} person={person} />;
  if (sector) return <PlaceCard sector={sector} />;
  if (thing?.thing) return <ThingCard key={thing.thing.id} found={thing} />;
  if (talk) return <TalkCard key={talk} id={talk} />;
  const event = chosenEvent.value;
  if (event) return <EventCard key={event} id={event} />;
  const act = chosenAct.value;
  return act ? <ActCard key={act} id={act} /> : null;
}

function Card() {
  const box = useRef<HTMLDivElement>(null);
  const chosen = choice.value;
  const id = chosen.is === "nothing" ? "" : `${chosen.is} ${chosen.id}`;
  // Immediately: a key pressed as soon as the card appears must not lose the focus.
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
    const composer = sheet.isNarrow() ? null : box.current?.querySelector<HTMLElement>(".composer textarea");
    (composer ?? box.current?.querySelector("h2"))?.focus({ preventScroll: true });
  }, [id]);
  return (
    <>
      <div class="card-bar">
        <button type="button" class="back" id="back" onClick={chooseNothing}>
          <Icon name="back" />
          {say("card.back")}
        </button>
        <ToMap />
      </div>
      <div class="scroll" ref={box}>
        <Chosen />
      </div>
    </>
  );
}

export function Panel() {
  const chosen =
    chosenPerson.value ??
    chosenSector.value ??
    chosenThing.value ??
    chosenTalk.value ??
    chosenEvent.value ??
    chosenAct.value;
  const glanced = glances.value;
  // A card that shows the map leaves room for it, and a selection on the map opens its card.
  useEffect(() => {
    if (chosen && sheet.isNarrow()) sheet.height.value = "half";
  }, [chosen, glanced]);
  const px = sheet.dragged.value;
  return (
    <aside
      class="panel"
      data-height={sheet.height.value}
      data-dragged={px !== null}
      data-card={Boolean(chosen)}
      data-wide={!chosen && isWide.value}
      aria-label={say("nav")}
      style={px === null ? undefined : { height: `${px}px` }}
    >
      <button
        type="button"
        class="handle"
        aria-label={say("sheet.handle")}
        onPointerDown={sheet.drag}
        onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && sheet.step()}
      />
      <Header />
      <Search />
      {chosen ? (
        <Card />
      ) : (
        <>
          <Tabs />
          <Lists />
        </>
      )}
    </aside>
  );
}
