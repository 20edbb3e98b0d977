/** A few portraits of a town's people. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addressOf, fetchTown } from "../api/fetch";

/** The people of each town; requested once. */
const casts = signal<Readonly<Record<string, readonly string[]>>>({});

function askFor(town: string): void {
  if (town in casts.peek()) return;
  casts.value = { ...casts.peek(), [town]: [] };
  fetchTown(town).then(
    ({ people }) => {
      casts.value = { ...casts.peek(), [town]: people.map(({ id }) => id) };
    },
    // A town that no longer exists has no portraits. Its runs still show their names.
    () => {},
  );
}

export function Faces({ town, most }: { town: string; most: number }) {
  useEffect(() => askFor(town), [town]);
  const cast = casts.value[town] ?? [];
  return (
    <span class="faces row-of" aria-hidden="true">
      {cast.slice(0, most).map((id) => (
        <img
          key={id}
          class="portrait"
          src={addressOf(town, "people", id, "portrait.png")}
          alt=""
          width="34"
          height="34"
          loading="lazy"
        />
      ))}
      {cast.length > most && <small class="soft">+{cast.length - most}</small>}
    </span>
  );
}
