/**
 * The buttons on the map: zoom in, zoom out, fit, roofs, names, sounds, picture, film.
 *
 * Knows the camera and the page's state. Invariant: the buttons that move the view have a key or a gesture as well.
 */
import { showNote } from "../acts/acting";
import { Icon, type IconName } from "../panels/icon";
import { run } from "../run/now";
import { setSound, soundOn } from "../sound/sounds";
import { names, roofs, setNames, setRoofs } from "../town";
import { say } from "../words";
import { caption, fileName, film, filmed, filmType, stopFilm } from "./clip";
import { pictureOfMap, saveFile } from "./picture";
import type { RoofHabit } from "./roofs";
import type { Scene } from "./scene";

const NEXT: Record<RoofHabit, RoofHabit> = { auto: "open", open: "closed", closed: "auto" };
const ROOF_ICONS: Record<RoofHabit, IconName> = { auto: "roof-auto", open: "roof-open", closed: "roof" };

function Button(props: {
  icon: IconName;
  words: string;
  pressed?: boolean;
  off?: boolean;
  onClick: () => void;
}) {
  const { icon, words, pressed, off, onClick } = props;
  return (
    <button
      type="button"
      class="round"
      aria-label={words}
      title={words}
      aria-pressed={pressed}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Saves what the map shows as a picture, named after the run and the moment. */
async function savePicture(scene: Scene): Promise<void> {
  const host = document.getElementById("map");
  if (!host) return;
  const name = fileName("png");
  const picture = await pictureOfMap(host, () => scene.redraw(), caption());
  if (picture) saveFile(picture, name);
}

/** Saves the last minute as a film, or says why that is not possible. */
async function saveFilm(scene: Scene): Promise<void> {
  const [host, type] = [document.getElementById("map"), filmType()];
  if (!type) return showNote(say("film.cannot"), say("film.cannot.remedy"), true);
  if (!host) return;
  const name = fileName(type.startsWith("video/mp4") ? "mp4" : "webm");
  try {
    const made = await film(scene, host, type);
    if (!made?.size) return showNote(say("film.failed"), say("film.cannot.remedy"), true);
    saveFile(made, name);
    showNote(say("film.saved", { name }));
  } catch {
    showNote(say("film.failed"), say("film.cannot.remedy"), true);
  }
}

/** While a film is recorded: how far it is, and a button to end it. */
export function Filming() {
  const part = filmed.value;
  if (part === null) return null;
  return (
    <div class="filming" role="status">
      <span class="filming-sign" aria-hidden="true" />
      <span>{say("film.recording", { n: Math.round(part * 20) * 5 })}</span>
      <button type="button" class="act small" id="film-stop" onClick={stopFilm}>
        {say("film.stop")}
      </button>
    </div>
  );
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
      {run.value && (
        <>
          <Button icon="camera" words={say("map.picture")} onClick={() => savePicture(scene)} />
          <Button
            icon="film"
            words={say("map.film")}
            off={filmed.value !== null}
            onClick={() => saveFilm(scene)}
          />
        </>
      )}
      <Button icon="plus" words={say("map.in")} onClick={() => camera.zoomBy(1)} />
      <Button icon="minus" words={say("map.out")} onClick={() => camera.zoomBy(-1)} />
    </div>
  );
}
