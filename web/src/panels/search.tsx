/**
 * Finds a person or a place by any of its names, in any language.
 *
 * Knows the town's names. Invariant: works by keyboard alone (arrows, Enter, Escape), as any combo box.
 */
import { signal } from "@preact/signals";
import type { Person, Sector, Words } from "../api/wire";
import { choosePerson, choosePlace, glance, people, town } from "../town";
import { read, say, sayKind } from "../words";
import { Icon } from "./icon";
import { kindSign } from "./places";
import { Portrait } from "./portrait";

type Hit =
  | { readonly is: "person"; readonly person: Person }
  | { readonly is: "place"; readonly sector: Sector };

const typed = signal("");
const at = signal(0);

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** 0 = a name begins with it, 1 = a word in a name does, 2 = it is elsewhere in a name, undefined = no match. */
function rank(names: readonly Words[], wanted: string): number | undefined {
  const texts = names.flatMap((words) => Object.values(words)).map(plain);
  if (texts.some((text) => text.startsWith(wanted))) return 0;
  if (texts.some((text) => text.includes(` ${wanted}`) || text.includes(`·${wanted}`))) return 1;
  return texts.some((text) => text.includes(wanted)) ? 2 : undefined;
}

function hitsFor(text: string): Hit[] {
  const wanted = plain(text.trim());
  if (!wanted || !town.value) return [];
  const ranked: { hit: Hit; rank: number }[] = [];
  for (const person of people.value.values()) {
    const found = rank([person.name, person.called], wanted);
    if (found !== undefined) ranked.push({ hit: { is: "person", person }, rank: found });
  }
  for (const sector of town.value.places) {
    const found =
      rank([sector.name], wanted) ??
      (rank(
        sector.rooms.map((room) => room.name),
        wanted,
      ) !== undefined
        ? 3
        : undefined);
    if (found !== undefined) ranked.push({ hit: { is: "place", sector }, rank: found });
  }
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, 8)
    .map(({ hit }) => hit);
}

function take(hit: Hit | undefined): void {
  if (!hit) return;
  if (hit.is === "person") choosePerson(hit.person.id);
  else choosePlace(hit.sector.id);
  glance();
  typed.value = "";
}

function press(event: KeyboardEvent, hits: readonly Hit[]): void {
  if (event.key === "Enter") take(hits[at.value]);
  else if (event.key === "Escape") {
    typed.value = "";
    event.stopPropagation();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    at.value = Math.max(0, Math.min(hits.length - 1, at.value + step));
    event.preventDefault();
  }
}

function HitRow({ hit, chosen, index }: { hit: Hit; chosen: boolean; index: number }) {
  const person = hit.is === "person" ? hit.person : null;
  const sector = hit.is === "place" ? hit.sector : null;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: options of a combo box are reached through its field.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div id={`hit-${index}`} role="option" aria-selected={chosen} class="row" onClick={() => take(hit)}>
      {person && <Portrait person={person} size={36} />}
      {sector && (
        <span class="place-sign small" aria-hidden="true">
          {kindSign(sector.kind)}
        </span>
      )}
      <span class="row-text">
        <strong>{read(person?.name ?? sector?.name)}</strong>
        <span class="soft">
          {person?.work ? read(person.work.title) : sector ? sayKind("kind", sector.kind) : ""}
        </span>
      </span>
    </div>
  );
}

export function Search() {
  const hits = hitsFor(typed.value);
  const open = typed.value.trim() !== "";
  return (
    <search class="search">
      <Icon name="search" />
      <input
        id="search"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={say("search")}
        aria-label={say("search")}
        aria-expanded={open}
        aria-controls="hits"
        aria-activedescendant={open && hits.length ? `hit-${at.value}` : undefined}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => press(event, hits)}
      />
      {open && (
        <button
          type="button"
          class="clear"
          aria-label={say("search.clear")}
          onClick={() => (typed.value = "")}
        >
          <Icon name="close" />
        </button>
      )}
      {open && (
        <div id="hits" class="hits" role="listbox" aria-label={say("search.results")}>
          {hits.length === 0 && <p class="none">{say("search.none")}</p>}
          {hits.map((hit, index) => (
            <HitRow key={`${hit.is}${index}`} hit={hit} index={index} chosen={index === at.value} />
          ))}
        </div>
      )}
    </search>
  );
}
