/**
 * The time bar of a town without a run: a slider for the time of day, and why nothing else moves.
 *
 * Knows the moment and no run. Invariant: the sentence that says why nothing moves is on screen (rule O2).
 */
import { Icon } from "../panels/icon";
import { town } from "../town";
import { say } from "../words";
import { DAY } from "./hours";
import { clock, dayOf, light, minute, partOfDay, setMinute } from "./moment";

export function Sky() {
  const shown = town.value;
  if (!shown) return null;
  const words = `${clock.value}, ${say(partOfDay.value)}`;
  return (
    <section class="time" aria-label={say("time")}>
      <div class="time-row">
        <Icon name={light.value.dark > 0.5 ? "moon" : "sun"} />
        <output class="clock">{clock.value}</output>
        <span class="date">
          {dayOf(new Date(`${shown.start}Z`))}
          <span class="soft"> · {say(partOfDay.value)}</span>
        </span>
        <input
          id="time"
          class="sky"
          type="range"
          min="0"
          max={DAY - 1}
          step="5"
          value={minute.value}
          aria-label={say("time")}
          aria-valuetext={words}
          onInput={(event) => setMinute(Number(event.currentTarget.value))}
        />
      </div>
      <p class="sentence" role="status">
        <span class="long">{say("asleep")}</span>
        <span class="short">{say("asleep.short")}</span>
      </p>
    </section>
  );
}
