/**
 * The card with which a new run opens: what the story is, whom it is about, and three things to do.
 *
 * Knows the scenario of the open run. Invariant: shown once for each run, and only in its first hours; what it offers
 * can all be done elsewhere, too.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { readFirstNews } from "../api/reads";
import type { Person } from "../api/wire";
import { recall, remember } from "../memory";
import { Icon } from "../panels/icon";
import { Face } from "../panels/link";
import { lastTick, mayAct, run, runState } from "../run/now";
import { goLive, seek, setSpeed } from "../run/playback";
import { HOUR } from "../run/store";
import { avatar, choosePerson, chooseTalk, follow, glance, people, town } from "../town";
import { read, say } from "../words";
import { acting, notes, showNote } from "./acting";
import { showError } from "./send";
import { way } from "./speak";

/** The card belongs to the first hours of a run. */
const HOURS = 3;
const FACES = 6;
/** While the town hurries to its first news, it is asked for this often, in milliseconds. */
const ASK_MILLISECONDS = 700;
const FASTEST = 6;
const USUAL_SPEED = 1;

/** The run whose card was closed or used on this page. */
const closed = signal("");

function close(): void {
  const name = run.peek()?.name ?? "";
  closed.value = name;
  remember("opening", [name, ...(recall("opening") ?? "").split("\n")].slice(0, 50).join("\n"));
}

function isClosed(name: string): boolean {
  return closed.value === name || (recall("opening") ?? "").split("\n").includes(name);
}

/** Whom the stories are about, who has most of them first. */
function subjects(): readonly Person[] {
  const scenario = town.value?.scenarios.find(({ id }) => id === run.value?.scenario);
  const ids = new Set(scenario?.stories.flatMap((story) => story.people));
  return [...ids].flatMap((id) => people.value.get(id) ?? []);
}

function meet(person: Person): void {
  choosePerson(person.id);
  follow(person.id);
  glance();
}

/** Lets the town hurry until a piece of news of the story has been told, and goes there. */
async function skipToNews(name: string): Promise<void> {
  const here = () => run.peek()?.name === name;
  let hurries = false;
  try {
    while (here()) {
      const first = await readFirstNews(name);
      if (!here()) return;
      if (first) {
        if (hurries) setSpeed(USUAL_SPEED);
        await seek(first.tick);
        if (first.talk) chooseTalk(first.talk);
        follow(first.person);
        glance();
        return;
      }
      if (runState.peek() !== "living") return showNote(say("opening.none"));
      if (!hurries) {
        goLive();
        setSpeed(FASTEST);
        hurries = true;
        showNote(say("opening.hurries"));
      }
      await new Promise((done) => setTimeout(done, ASK_MILLISECONDS));
    }
  } catch (error) {
    showError(error);
  }
}

function Actions({ person }: { person: Person | undefined }) {
  const name = read(person?.called);
  const then = (go: () => void) => () => {
    close();
    go();
  };
  return (
    <div class="opening-acts">
      {person && (
        <>
          <button type="button" class="act primary" id="opening-follow" onClick={then(() => meet(person))}>
            {say("opening.follow", { name })}
          </button>
          <button
            type="button"
            class="act"
            id="opening-whisper"
            onClick={then(() => {
              meet(person);
              way.value = "whisper";
            })}
          >
            {say("opening.whisper", { name })}
          </button>
        </>
      )}
      <button
        type="button"
        class="act"
        id="opening-news"
        onClick={then(() => skipToNews(run.peek()?.name ?? ""))}
      >
        {say("opening.news")}
      </button>
    </div>
  );
}

export function Opening() {
  const open = run.value;
  const scenario = town.value?.scenarios.find(({ id }) => id === open?.scenario);
  const isNew = open !== null && open.parent === null && lastTick.value - open.begin < HOURS * HOUR;
  const hasActed = notes.value.some(({ trouble }) => !trouble);
  const acts = Boolean(acting.now.value || avatar.value || hasActed);
  // A user who acts by themselves needs no offers.
  useEffect(() => {
    if (acts) close();
  }, [acts]);
  if (!open || !scenario || !isNew || !mayAct.value || acts || isClosed(open.name)) return null;
  const about = subjects();
  return (
    <section
      class="opening"
      aria-label={read(scenario.name)}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header>
        <h2>{read(scenario.name)}</h2>
        <button
          type="button"
          class="round"
          id="opening-close"
          aria-label={say("dialog.close")}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <p>{read(scenario.about)}</p>
      {about.length > 0 && (
        <ul class="opening-faces guests">
          {about.slice(0, FACES).map(({ id, called }) => (
            <li key={id}>
              <Face id={id} size={40} />
              <span aria-hidden="true">{read(called)}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions person={about[0]} />
    </section>
  );
}
