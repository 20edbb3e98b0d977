/** The run as downloads: a recording, a transcript, data. */
import { exportAddress } from "../api/reads";
import { run } from "../run/now";
import { type Key, say } from "../words";
import { Icon } from "./icon";

const FORMATS = ["html", "md", "csv", "jsonl", "parquet", "metrics"] as const;

export function Exports() {
  const shown = run.value;
  if (!shown) return null;
  return (
    <ul class="list exports">
      {FORMATS.map((format) => (
        <li key={format}>
          <a class="row" href={exportAddress(shown.name, format)} download data-format={format}>
            <span class="place-sign small" aria-hidden="true">
              <Icon name="download" />
            </span>
            <span class="row-text">
              <strong>{say(`export.${format}` as Key)}</strong>
              <span class="soft">{say(`export.${format}.about` as Key)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
