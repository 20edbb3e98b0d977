/**
 * The buttons on the map: zoom in, zoom out, fit, roofs, names.
 *
 * Knows the camera and the page's state. Invariant: every button except roofs and names has a key or a gesture as
 * well.
 */
import { Icon, type IconName } from "../panels/icon";
import { names, roofs, setNames, setRoofs } from "../town";
import { say } from "../words";
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
      <Button icon="fit" words={say("map.fit")} onClick={() => camera.fit()} />
      <Button icon="plus" words={say("map.in")} onClick={() => camera.zoomBy(1)} />
      <Button icon="minus" words={say("map.out")} onClick={() => camera.zoomBy(-1)} />
    </div>
  );
}
