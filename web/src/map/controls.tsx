/**
 * The buttons on the map: zoom in, zoom out, fit, roofs, names, sounds, picture.
 *
 * Knows the camera and the page's state. Invariant: every button except roofs, names, sounds and picture has a key or a
 * gesture as well.
 */
import { Icon, type IconName } from "../panels/icon";
import { nowTick, run, timeOf } from "../run/now";
import { setSound, soundOn } from "../sound/sounds";
import { dayOf } from "../time/moment";
import { names, roofs, setNames, setRoofs, town } from "../town";
import { read, say } from "../words";
import { pictureOfMap, saveFile } from "./picture";
import type { RoofHabit } from "./roofs";
import type { Scene } from "./scene";

const NEXT: Record<RoofHabit, RoofHabit> = { auto: "open", open: "closed", closed: "auto" };
const ROOF_ICONS: Record<RoofHabit, IconName> = { auto: "roof-auto", open: "roof-open", closed: "roof" };

function Button(props: { icon: IconName; words: string; pressed?: boolean; onClick: () => void }) {
  const { icon, words, pressed, onClick } = props;
  return (
    <button
      type="button"
      class="round"
      aria-label={words}
      title={words}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Saves what the map shows as a picture, named after the run and the moment. */
async function savePicture(scene: Scene): Promise<void> {
  const [host, open] = [document.getElementById("map"), run.peek()];
  if (!host || !open) return;
  const { day, clock, date } = timeOf(nowTick.peek());
  const caption = `${read(town.peek()?.name)} · ${dayOf(date)} · ${clock}`;
  const picture = await pictureOfMap(host, () => scene.redraw(), caption);
  if (picture) saveFile(picture, `${open.name}-${day}-${clock.replace(":", "")}.png`);
}

export function Controls({ scene }: { scene: Scene }) {
  const { camera } = scene;
  const shown = names.value;
  return (
    <div class="controls">
      <Button
        icon={ROOF_ICONS[roofs.value]}
        words={say(`map.roofs.${roofs.value}`)}
        onClick={() => setRoofs(NEXT[roofs.value])}
      />
      <Button
        icon="tag"
        words={say(shown ? "map.names.on" : "map.names.off")}
        pressed={shown}
        onClick={() => setNames(!shown)}
      />
      {run.value && (
        <Button
          icon={soundOn.value ? "sound" : "silent"}
          words={say(soundOn.value ? "sound.on" : "sound.off")}
          pressed={soundOn.value}
          onClick={() => setSound(!soundOn.value)}
        />
      )}
      <Button icon="fit" words={say("map.fit")} onClick={() => camera.fit()} />
      {run.value && <Button icon="camera" words={say("map.picture")} onClick={() => savePicture(scene)} />}
      <Button icon="plus" words={say("map.in")} onClick={() => camera.zoomBy(1)} />
      <Button icon="minus" words={say("map.out")} onClick={() => camera.zoomBy(-1)} />
    </div>
  );
}
