/** The run as downloads: a recording, a transcript, data. */
import { useState } from "preact/hooks";
import { Choose } from "../acts/field";
import { exportAddress } from "../api/reads";
import type { CarriedMindsIn } from "../api/wire.gen";
import { run } from "../run/now";
import { type Key, say } from "../words";
import { Icon } from "./icon";

const FORMATS = ["html", "md", "csv", "jsonl", "parquet", "metrics"] as const;
/** What a recording carries of what people have in mind. */
const MINDS: readonly CarriedMindsIn[] = ["open", "all", "none"];

function Format({ name, format, minds }: { name: string; format: string; minds?: CarriedMindsIn }) {
  return (
    <a class="row" href={exportAddress(name, format, minds)} download data-format={format}>
      <span class="place-sign small" aria-hidden="true">
        <Icon name="download" />
      </span>
      <span class="row-text">
        <strong>{say(`export.${format}` as Key)}</strong>
        <span class="soft">{say(`export.${format}.about` as Key)}</span>
      </span>
    </a>
  );
}

export function Exports() {
  const [minds, setMinds] = useState<CarriedMindsIn>("open");
  const shown = run.value;
  if (!shown) return null;
  const choose = (one: string) => setMinds(MINDS.find((each) => each === one) ?? "open");
  return (
    <ul class="list exports">
      {FORMATS.map((format) => (
        <li key={format}>
          <Format name={shown.name} format={format} {...(format === "html" ? { minds } : {})} />
          {format === "html" && (
            <div class="export-minds">
              <Choose name="export-minds" label={say("export.minds")} value={minds} onChoose={choose}>
                {MINDS.map((each) => (
                  <option key={each} value={each}>
                    {say(`export.minds.${each}`)}
                  </option>
                ))}
              </Choose>
              <p class="soft small">{say(`export.minds.${minds}.about`)}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
