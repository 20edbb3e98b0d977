/** A short form for a new person who moves to the town. */
import { effect, signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Newcomer } from "../api/acts";
import { lookAddress } from "../api/fetch";
import { choosePerson, people, town } from "../town";
import { say } from "../words";
import { acting } from "./acting";
import { Dialog } from "./dialog";
import { Choose, Field } from "./field";
import { firstPlace, PlaceChoices } from "./places";
import { send } from "./send";

function firstHome(): string {
  const places = town.value?.places ?? [];
  const home = places.find((sector) =>
    sector.rooms.some((room) => room.things.some((thing) => thing.kind === "bed")),
  );
  return home?.id ?? firstPlace();
}

/** The person who is about to arrive. Their card opens on arrival. */
const awaited = signal<string | null>(null);

effect(() => {
  const id = awaited.value;
  if (!id || !people.value.has(id)) return;
  awaited.value = null;
  choosePerson(id);
});

/** The contents of the form. The age is the typed text, which may be empty or invalid while typing. */
type Typed = Omit<Newcomer, "age"> & { readonly age: string };

/** The number of looks to choose from. */
const LOOKS = 1000;

const EMPTY: Typed = {
  name: "",
  age: "30",
  pronoun: "they",
  home: "",
  traits: "",
  biography: "",
  work: "",
  work_at: "",
  look: 0,
};

/** The typed age, limited to 1 to 120. */
function ageOf(typed: string): number {
  return Math.max(1, Math.min(120, Number.parseInt(typed, 10) || 30));
}

/** The portrait of the newcomer, and a button for another one. */
function Look({ who, set }: { who: Typed; set: (part: Partial<Typed>) => void }) {
  return (
    <div class="look">
      <img
        class="portrait"
        src={lookAddress(who.look, ageOf(who.age))}
        alt={say("arrive.look.now")}
        width="64"
        height="64"
      />
      <button
        type="button"
        class="act small"
        id="arrive-look"
        onClick={() => set({ look: (who.look + 1) % LOOKS })}
      >
        {say("arrive.look")}
      </button>
    </div>
  );
}

/** The fields of the form; each change is reported to `set`. */
function Fields({ who, set }: { who: Typed; set: (part: Partial<Typed>) => void }) {
  return (
    <>
      <Look who={who} set={set} />
      <Field
        name="arrive-name"
        label={say("arrive.name")}
        value={who.name}
        onType={(name) => set({ name })}
        required
        most={60}
      />
      <div class="pair">
        <Field
          name="arrive-age"
          label={say("arrive.age")}
          type="number"
          value={who.age}
          onType={(age) => set({ age })}
        />
        <Choose
          name="arrive-pronoun"
          label={say("arrive.pronoun")}
          value={who.pronoun}
          onChoose={(pronoun) => set({ pronoun: pronoun as Newcomer["pronoun"] })}
        >
          <option value="she">{say("pronoun.she")}</option>
          <option value="he">{say("pronoun.he")}</option>
          <option value="they">{say("pronoun.they")}</option>
        </Choose>
      </div>
      <Choose
        name="arrive-home"
        label={say("arrive.home")}
        value={who.home}
        onChoose={(home) => set({ home })}
      >
        <PlaceChoices homes />
      </Choose>
      <Field
        name="arrive-traits"
        label={say("arrive.traits")}
        placeholder={say("arrive.traits.placeholder")}
        value={who.traits}
        onType={(traits) => set({ traits })}
        most={300}
      />
      <Field
        name="arrive-biography"
        label={say("arrive.biography")}
        placeholder={say("arrive.biography.placeholder")}
        value={who.biography}
        onType={(biography) => set({ biography })}
        rows={3}
      />
      <div class="pair">
        <Field
          name="arrive-work"
          label={say("arrive.work")}
          placeholder={say("arrive.work.placeholder")}
          value={who.work}
          onType={(work) => set({ work })}
          most={200}
        />
        <Choose
          name="arrive-work-at"
          label={say("arrive.work.at")}
          value={who.work_at}
          onChoose={(work_at) => set({ work_at })}
        >
          <option value="">{say("arrive.work.nowhere")}</option>
          <PlaceChoices />
        </Choose>
      </div>
    </>
  );
}

export function Arrive() {
  const [who, setWho] = useState<Typed>(() => ({
    ...EMPTY,
    home: firstHome(),
    look: Math.floor(Math.random() * LOOKS),
  }));
  const [busy, setBusy] = useState(false);
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const landed = await send({ kind: "arrive", ...who, age: ageOf(who.age), name: who.name.trim() });
    setBusy(false);
    if (!landed) return;
    acting.end();
    awaited.value = landed.person;
  };
  return (
    <Dialog title={say("arrive.title")} onClose={acting.end}>
      <form class="form" onSubmit={go}>
        <p class="soft">{say("arrive.about")}</p>
        <Fields who={who} set={(part) => setWho((before) => ({ ...before, ...part }))} />
        <button type="submit" class="act primary" id="arrive-do" disabled={busy || !who.name.trim()}>
          {say("arrive.do")}
        </button>
      </form>
    </Dialog>
  );
}
