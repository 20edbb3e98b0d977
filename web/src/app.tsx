/**
 * The whole page: the home page with runs and towns, one run (or town) with map, panel and time bar, two runs side by
 * side, or an error.
 */
import { effect, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { listTowns, Refusal } from "./api/fetch";
import { route } from "./route";
import { begin, failure, retry, town } from "./town";
import { read, say } from "./words";

/** Parts of the page that are loaded on first use, by name. */
const parts = signal<Readonly<Partial<Record<Part, ComponentType>>>>({});

type Part = "home" | "view" | "compare";

function wantedPart(): Part {
  const at = route.value;
  if (at.is === "compare") return "compare";
  return at.is === "home" && !at.preview ? "home" : "view";
}

const LOADERS: Readonly<Record<Part, () => Promise<ComponentType>>> = {
  home: () => import("./home/home").then(({ Home }) => Home),
  view: () => import("./view").then(({ View }) => View),
  compare: () => import("./compare/page").then(({ ComparePage }) => ComparePage),
};

function fetchPart(): void {
  const wanted = wantedPart();
  if (parts.peek()[wanted]) return;
  LOADERS[wanted]().then(
    (found) => (parts.value = { ...parts.peek(), [wanted]: found }),
    () => (failure.value = new Refusal("", "")),
  );
}

effect(fetchPart);

const AGAIN_MILLISECONDS = 2000;

/** Why the page shows nothing. A server that did not answer is asked again until it does. */
function Failure({ what, remedy }: { what: string; remedy: string }) {
  useEffect(() => {
    if (what) return;
    // A browser does not load a script again that it failed to load.
    const go = () => (parts.peek()[wantedPart()] ? retry() : location.reload());
    const timer = setInterval(() => listTowns().then(go, () => undefined), AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }, [what]);
  return (
    <div class="failure" role="alert">
      <img src="./mark.svg" alt="" width="72" height="72" />
      <h1>{say("failed.title")}</h1>
      <p>{what || say("failed.gone")}</p>
      <p class="soft">{what ? remedy : say("failed.gone.remedy")}</p>
      <button type="button" class="act" onClick={retry}>
        {say("failed.again")}
      </button>
    </div>
  );
}

export function App() {
  const at = route.value;
  const name =
    at.is === "run"
      ? at.name
      : at.is === "compare"
        ? say("compare.page", { run: at.a, other: at.b })
        : read(town.value?.name);
  useEffect(() => {
    document.title = name ? `${name} · ${say("brand")}` : say("brand");
  }, [name]);
  useEffect(() => {
    begin();
  }, []);
  const failed = failure.value;
  if (failed) return <Failure what={failed.what} remedy={failed.remedy} />;
  const Part = parts.value[wantedPart()];
  return Part ? <Part /> : null;
}
