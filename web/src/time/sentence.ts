/**
 * The status sentence under the clock: why nothing moves, or what is happening (rule O2).
 *
 * Knows the signals of the moment. Invariant: whenever the town stands still on screen, the sentence says why. The
 * cause nearest to the screen comes first.
 */
import { computed } from "@preact/signals";
import { inReplay } from "../api/carried";
import {
  connection,
  isLive,
  lastTick,
  loading,
  mayAct,
  nowTick,
  peopleNow,
  playing,
  reconnects,
  runState,
  stalled,
  still,
  talksNow,
} from "../run/now";
import { read, say } from "../words";

/** What is happening in the town. */
function bustle(): string {
  const present = [...peopleNow.value.values()].filter(({ tile }) => tile !== null);
  const asleep = present.filter((person) => person.asleep).length;
  const values = { awake: present.length - asleep, asleep, n: talksNow.value.size };
  return say(isLive.value || inReplay ? "run.bustle" : "run.bustle.past", values);
}

export const sentence = computed((): string => {
  const atEnd = nowTick.value >= lastTick.value;
  if (connection.value === "lost") return say("live.lost", { seconds: reconnects.value ?? 1 });
  if (loading.value && lastTick.value === 0) return read(still.value?.words) || say("run.waking");
  if (loading.value) return say("run.loading");
  if (isLive.value && stalled.value && still.value && still.value.is !== "held")
    return read(still.value.words);
  if (atEnd && runState.value === "resting" && still.value) return read(still.value.words);
  if (!playing.value) return say(isLive.value && mayAct.value ? "run.held" : "run.paused");
  if (atEnd && runState.value === "resting") return say(inReplay ? "run.over" : "run.rests");
  return bustle();
});
