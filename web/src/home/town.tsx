/** A town in which a run can be started. */
import type { TownEntry } from "../api/wire";
import { Icon } from "../panels/icon";
import { go } from "../route";
import { read, say, sayLanguage } from "../words";
import { Faces } from "./faces";
import { openForm } from "./form";
import { TownPicture } from "./map";

export function TownCard({ entry, mayAct }: { entry: TownEntry; mayAct: boolean }) {
  return (
    <li class="town-card" data-town={entry.id}>
      <TownPicture town={entry.id} />
      <Faces town={entry.id} most={9} />
      <h3>{read(entry.name)}</h3>
      <p>{read(entry.about)}</p>
      <ul class="chips">
        {entry.languages.map((code) => (
          <li key={code} class="chip">
            {sayLanguage(code)}
          </li>
        ))}
      </ul>
      <div class="acts">
        {mayAct && (
          <button
            type="button"
            class="act primary"
            data-do="start"
            onClick={() => (openForm.value = { is: "start", town: entry.id })}
          >
            <Icon name="play" />
            {say("start.open")}
          </button>
        )}
        <button
          type="button"
          class="act"
          data-do="preview"
          onClick={() => go(`?town=${encodeURIComponent(entry.id)}`)}
        >
          <Icon name="map" />
          {say("home.preview")}
        </button>
      </div>
    </li>
  );
}
