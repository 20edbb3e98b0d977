/** The report of the import that the run on show comes from: what was read, guessed, changed and dropped, by person. */
import type { ImportEntry } from "../api/wire.gen";
import { run } from "../run/now";
import { read, say, sayKind } from "../words";

function text(entry: ImportEntry): string {
  const count = entry.count > Math.max(1, entry.details.length) ? ` (${entry.count})` : "";
  const details = entry.details.length ? `: ${entry.details.join("; ")}` : "";
  return `${read(entry.topic)}${count}${details}`;
}

export function Imported() {
  const report = run.value?.imported;
  if (!report) return null;
  const names = [...new Set(report.entries.map(({ name }) => name))];
  const { read: known, guessed, changed, dropped } = report;
  return (
    <details id="run-imported">
      <summary>{say("lived.imported", { known, guessed, changed, dropped })}</summary>
      {names.map((name) => (
        <section key={name}>
          {name && <h3>{name}</h3>}
          <dl class="facts">
            {report.entries
              .filter((entry) => entry.name === name)
              .map((entry) => (
                <>
                  <dt key={`${entry.sort}-${read(entry.topic)}-sort`}>
                    {sayKind("lived.imported", entry.sort)}
                  </dt>
                  <dd key={`${entry.sort}-${read(entry.topic)}`}>{text(entry)}</dd>
                </>
              ))}
          </dl>
        </section>
      ))}
      {report.more > 0 && <p class="soft">{say("lived.imported.more", { n: report.more })}</p>}
    </details>
  );
}
