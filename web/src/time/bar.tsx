/**
 * The time on show, a sky to move the sun along, and the one sentence that says why nothing moves by itself.
 *
 * Knows the moment; later the clock's own controls stand here. Invariant: whenever the town stands still, the
 * sentence is on screen (rule O2).
 */
import { Icon } from "../panels/icon";
import { town } from "../town";
import { locale, say } from "../words";
import { DAY } from "./hours";
import { clock, light, minute, partOfDay, setMinute } from "./moment";

function dateOf(start: string): string {
  const moment = new Date(`${start}Z`);
  if (Number.isNaN(moment.getTime())) return "";
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale.value, format).format(moment);
}

export function TimeBar() {
  const shown = town.value;
  if (!shown) return null;
  const words = `${clock.value}, ${say(partOfDay.value)}`;
  return (
    <section class="time" aria-label={say("time")}>
      <div class="time-row">
        <Icon name={light.value.dark > 0.5 ? "moon" : "sun"} />
        <output class="clock">{clock.value}</output>
        <span class="date">
          {dateOf(shown.start)}
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
