/**
 * How much of people's days follows routines, in total and per day.
 *
 * Knows counts of blocks. Invariant: says so if routines are switched off in this run.
 */
import type { Machine } from "../api/wire.gen";
import { Section } from "../panels/section";
import { run } from "../run/now";
import { say } from "../words";
import { sayNumber, sayShare } from "./say";

export function Habits({ told }: { told: Machine }) {
  const { reuse, reuse_by_day: days } = told;
  const off = run.value?.off.includes("routines") ?? false;
  if (!reuse.blocks && !off) return null;
  return (
    <Section
      icon="clock"
      title={say("machine.habit")}
      aside={off ? "" : sayShare(reuse.reused, reuse.blocks)}
    >
      <p class="soft small">
        {off
          ? say("machine.habit.off")
          : say("machine.habit.about", { reused: sayNumber(reuse.reused), blocks: sayNumber(reuse.blocks) })}
      </p>
      {!off && days.length > 1 && (
        <ul class="habits">
          {days.map((day) => (
            <li key={day.day}>
              <span>{say("machine.day", { day: day.day })}</span>
              <span class="meter" role="img" aria-label={sayShare(day.reused, day.blocks)}>
                <i style={{ width: `${day.blocks ? (day.reused / day.blocks) * 100 : 0}%` }} />
              </span>
              <span>{sayShare(day.reused, day.blocks)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
