/**
 * The events of the town, newest first: the hours around the displayed moment at once, earlier ones on request.
 *
 * Knows the kinds of events only by their groups. Invariant: no event after the displayed moment is shown.
 */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { inReplay } from "../api/carried";
import { readFeed } from "../api/reads";
import { heard, nowTick, run } from "../run/now";
import { say } from "../words";
import { calmTick } from "./answer";
import { type Entry, entriesOf, folded, GROUPS, type Group, type Item, joined, together } from "./entries";
import { NextEvents } from "./event";
import { Filters } from "./filters";
import { FoldRow, HappeningRow, tell } from "./happening";
import { TalkRow, TalkSummary } from "./talk";
import { Empty } from "./trouble";
import { stamp } from "./when";

const CHOICES = ["highlights", "all", "talk", "deed", "thought", "thing", "act"] as const;
type Filter = (typeof CHOICES)[number];
const filter = signal<Filter>("highlights");
/** Maximum entries on the page; more can be requested. */
const MOST = 40;
/** Maximum events kept while watching. */
const KEPT = 2000;

function isWanted(item: Item, chosen: Filter): boolean {
  const kinds: readonly string[] | null = chosen === "all" ? null : GROUPS[chosen as Group];
  return kinds?.includes(item.k) ?? item.k !== "deed_ended";
}

interface Older {
  readonly items: readonly Item[];
  /** Where the next request continues; null if there is no more. */
  readonly before: number | null;
}

/** Events requested beyond the hours that the page already has. */
function useOlder(chosen: Filter, from: number) {
  const [older, setOlder] = useState<Older>({ items: [], before: from });
  const [busy, setBusy] = useState(false);
  const name = run.value?.name;
  useEffect(() => setOlder({ items: [], before: from }), [chosen, name, from]);
  const ask = async () => {
    if (!name || older.before === null || busy || inReplay) return;
    setBusy(true);
    try {
      const kinds = chosen === "all" ? "" : GROUPS[chosen as Group].join(",");
      const told = await readFeed(name, { until: older.before, limit: 100, kinds });
      setOlder({ items: [...older.items, ...told.items], before: told.before });
    } catch {
      setOlder({ ...older, before: null });
    }
    setBusy(false);
  };
  return { items: older.items, more: older.before !== null && older.before > 0 && !inReplay, busy, ask };
}

let remembered: readonly Item[] = [];
/** The run of these events. */
let rememberedOf = "";

/** Events seen while time passed, newest last; cleared by a jump. */
function recent(): readonly Item[] {
  void calmTick.value;
  const [now, name] = [nowTick.peek(), run.peek()?.name ?? ""];
  if (rememberedOf !== name) remembered = [];
  rememberedOf = name;
  const here = heard.peek().filter((item) => item.t < now);
  remembered = joined(remembered, here, now).slice(-KEPT);
  return remembered;
}

function Row({ entry, brief }: { entry: Entry; brief: boolean }) {
  switch (entry.is) {
    case "talk":
      if (brief) return <TalkSummary talk={entry.talk} />;
      return <TalkRow talk={entry.talk} live={!entry.talk.over} most={4} />;
    case "fold":
      return <FoldRow items={entry.items} />;
    default:
      return <HappeningRow item={entry.item} also={entry.also} />;
  }
}

export function Feed() {
  const [shown, setShown] = useState(MOST);
  const chosen = filter.value;
  const here = recent();
  const first = here[0]?.t ?? nowTick.peek();
  const older = useOlder(chosen, first);
  const before = older.items.filter((item) => item.t < first);
  const wanted = [...here].reverse().filter((item) => isWanted(item, chosen));
  const told = entriesOf([...wanted, ...before]).filter(
    (entry) => entry.is !== "happening" || tell(entry.item),
  );
  const brief = chosen === "highlights";
  const entries = brief ? folded(together(told)) : told;
  // A filter with few entries in these hours requests earlier ones by itself, once.
  const few = entries.length < 8 && older.items.length === 0;
  useEffect(() => {
    if (few) older.ask();
  }, [chosen, few, first]);
  const choose = (one: Filter) => {
    filter.value = one;
    setShown(MOST);
  };
  return (
    <>
      <Filters
        label={say("feed.filter")}
        choices={CHOICES.map((one) => [one, say(`feed.only.${one}`)])}
        chosen={chosen}
        onChoose={choose}
      />
      {brief && <NextEvents />}
      <ol class="feed" aria-label={say("tab.feed")}>
        {entries.slice(0, shown).map((entry) => (
          <Row key={entry.key} entry={entry} brief={brief} />
        ))}
      </ol>
      {entries.length === 0 && !older.busy && (
        <Empty
          words={
            chosen === "all" ? say("feed.empty.all") : say("feed.empty", { time: stamp(nowTick.peek()) })
          }
        />
      )}
      {(entries.length > shown || older.more) && (
        <button
          type="button"
          class="act wide"
          disabled={older.busy}
          onClick={() => (entries.length > shown ? setShown(shown + MOST) : older.ask())}
        >
          {say("feed.earlier")}
        </button>
      )}
    </>
  );
}
