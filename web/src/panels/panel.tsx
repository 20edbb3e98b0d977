/**
 * The panel beside the map, or on a phone the sheet over its lower part: lists, or the card of what is chosen.
 *
 * Knows the parts it holds. Invariant: the card takes the lists' place and gives it back where it was.
 */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { chooseNothing, chosenPerson, chosenSector, glances } from "../town";
import { type Key, say } from "../words";
import { Header } from "./header";
import { Icon, type IconName } from "./icon";
import { People } from "./people";
import { PersonCard } from "./person";
import { PlaceCard } from "./place";
import { Places } from "./places";
import { Search } from "./search";
import * as sheet from "./sheet";
import { Stories } from "./stories";

const TABS = ["people", "places", "stories"] as const;
type Tab = (typeof TABS)[number];
const TAB_ICONS: Record<Tab, IconName> = { people: "people", places: "place", stories: "story" };
const tab = signal<Tab>("people");

function pick(next: Tab): void {
  tab.value = next;
  if (sheet.height.value === "low") sheet.height.value = "half";
}

function turn(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const next = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length] ?? "people";
  pick(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function Tabs() {
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={say("nav")} onKeyDown={turn}>
        {TABS.map((one) => (
          <button
            key={one}
            id={`tab-${one}`}
            type="button"
            role="tab"
            aria-selected={tab.value === one}
            aria-controls="lists"
            tabIndex={tab.value === one ? 0 : -1}
            onClick={() => pick(one)}
          >
            <Icon name={TAB_ICONS[one]} />
            {say(`tab.${one}` as Key)}
          </button>
        ))}
      </div>
      <ToMap />
    </div>
  );
}

/** On a phone: the map, one tap away, and back. */
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
  return (
    <div id="lists" class="scroll" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
      {tab.value === "people" && <People />}
      {tab.value === "places" && <Places />}
      {tab.value === "stories" && <Stories />}
    </div>
  );
}

function Card() {
  const box = useRef<HTMLDivElement>(null);
  const [person, sector] = [chosenPerson.value, chosenSector.value];
  const id = person?.id ?? sector?.id;
  useEffect(() => {
    box.current?.scrollTo({ top: 0 });
    box.current?.querySelector("h2")?.focus({ preventScroll: true });
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
        {person && <PersonCard person={person} />}
        {sector && <PlaceCard sector={sector} />}
      </div>
    </>
  );
}

export function Panel() {
  const chosen = chosenPerson.value ?? chosenSector.value;
  const glanced = glances.value;
  // A card that asks for the map leaves room for it, and a choice made on the map shows its card.
  useEffect(() => {
    if (chosen && sheet.isNarrow()) sheet.height.value = "half";
  }, [chosen, glanced]);
  const px = sheet.dragged.value;
  return (
    <aside
      class="panel"
      data-height={sheet.height.value}
      data-dragged={px !== null}
      aria-label={say("nav")}
      style={px === null ? undefined : { height: `${px}px` }}
    >
      <button
        type="button"
        class="handle"
        aria-label={say("sheet.handle")}
        onPointerDown={sheet.drag}
        onKeyDown={(event) => event.key === "Enter" && sheet.step()}
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
