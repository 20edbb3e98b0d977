/** The stories a town can be started with. */
import type { Scenario, Town } from "../api/wire";
import { town } from "../town";
import { locale, read, say } from "../words";

function dateOf(start: string): string {
  const format = new Intl.DateTimeFormat(locale.value, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const moment = new Date(`${start}Z`);
  return Number.isNaN(moment.getTime()) ? start : format.format(moment);
}

function Story({ scenario, of }: { scenario: Scenario; of: Town }) {
  const date = dateOf(scenario.start);
  const everyone = scenario.cast.length === of.people.length;
  return (
    <li class="story">
      <h3>
        {read(scenario.name)}
        {scenario.id === of.scenario && <span class="chip gold">{say("story.shown")}</span>}
      </h3>
      <p class="soft">
        {scenario.days === 1 ? say("story.day", { date }) : say("story.days", { n: scenario.days, date })} ·{" "}
        {everyone ? say("story.everyone") : say("story.cast", { n: scenario.cast.length })}
      </p>
      <p>{read(scenario.about)}</p>
      {scenario.stories.length > 0 && (
        <ul class="chips">
          {scenario.stories.map((story) => (
            <li key={story.id} class="chip">
              {read(story.title)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function Stories() {
  const shown = town.value;
  if (!shown) return null;
  return (
    <>
      <p class="about">{read(shown.about)}</p>
      <ul class="list">
        {shown.scenarios.map((scenario) => (
          <Story key={scenario.id} scenario={scenario} of={shown} />
        ))}
      </ul>
    </>
  );
}
