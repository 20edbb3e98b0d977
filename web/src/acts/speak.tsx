/**
 * Speaking to a person: ask (they will not remember), tell (as a named visitor; they will remember), whisper (as
 * their own thought).
 *
 * Knows the person and the displayed moment. Invariant: asking works at any moment and leaves no trace; the other two
 * go through `send` and work only in the present.
 */
import { signal } from "@preact/signals";
import type { Person } from "../api/wire";
import { Icon, type IconName } from "../panels/icon";
import * as sheet from "../panels/sheet";
import { mayAct } from "../run/now";
import { read, say } from "../words";
import { acting } from "./acting";
import { AskBox } from "./ask";
import { TellBox } from "./tell";

const WAYS = ["ask", "tell", "whisper"] as const;
export type Way = (typeof WAYS)[number];
const ICONS: Record<Way, IconName> = { ask: "ask", tell: "speech", whisper: "whisper" };

/** The selected way of speaking to the person on the card; null if none. */
export const way = signal<Way | null>(null);

/** On a narrow screen the text takes the space of the map. */
function choose(next: Way | null): void {
  way.value = next;
  if (next && sheet.isNarrow()) sheet.height.value = "full";
}

export function SpeakBar({ person }: { person: Person }) {
  const open = way.value;
  const called = read(person.called);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    document.getElementById(`speak-${open}`)?.focus();
    choose(null);
  };
  return (
    <section
      class="speak"
      aria-label={say("speak.label", { name: called })}
      data-open={open !== null}
      onKeyDown={leave}
    >
      {open === "ask" && <AskBox key={person.id} person={person.id} />}
      {(open === "tell" || open === "whisper") && (
        <TellBox key={`${person.id} ${open}`} person={person.id} way={open} />
      )}
      <div class="speak-bar">
        {WAYS.filter((one) => one === "ask" || mayAct.value).map((one) => (
          <button
            key={one}
            type="button"
            class="act"
            id={`speak-${one}`}
            aria-pressed={open === one}
            title={say(`speak.${one}.about`, { name: called })}
            onClick={() => choose(open === one ? null : one)}
          >
            <Icon name={ICONS[one]} />
            {say(`speak.${one}`)}
          </button>
        ))}
        {mayAct.value && (
          <button
            type="button"
            class="act square"
            id="person-remove"
            aria-label={say("remove.title", { name: called })}
            title={say("remove.title", { name: called })}
            onClick={() => acting.begin({ is: "remove", person: person.id })}
          >
            <Icon name="door" />
          </button>
        )}
      </div>
    </section>
  );
}
