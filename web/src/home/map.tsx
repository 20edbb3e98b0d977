/**
 * The small picture of a map in a list: of a town by day, or of a run as it stands.
 *
 * Knows addresses of pictures. Invariant: a map that cannot be drawn leaves the faces of the people.
 */
import { useState } from "preact/hooks";
import { mapPicture, townPicture } from "../api/fetch";
import type { RunEntry } from "../api/panels";
import { Faces } from "./faces";

/** How often the picture of a living run changes, in ticks. */
const FRESH_TICKS = 60;

function Picture({ src, town, most }: { src: string; town: string; most: number }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Faces town={town} most={most} />;
  return (
    <img
      class="map-picture"
      src={src}
      alt=""
      width="640"
      height="400"
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

export function RunPicture({ entry }: { entry: RunEntry }) {
  const tick = entry.state === "resting" ? entry.end : entry.end - (entry.end % FRESH_TICKS);
  return <Picture src={mapPicture(entry.name, { tick })} town={entry.town} most={7} />;
}

export function TownPicture({ town }: { town: string }) {
  return <Picture src={townPicture(town)} town={town} most={9} />;
}
