/** Some faces of a town, so that one knows it again. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addressOf, fetchTown } from "../api/fetch";

/** Who lives where, by town; asked for once. */
const casts = signal<Readonly<Record<string, readonly string[]>>>({});

function askFor(town: string): void {
  if (town in casts.peek()) return;
  casts.value = { ...casts.peek(), [town]: [] };
  fetchTown(town).then(
    ({ people }) => {
      casts.value = { ...casts.peek(), [town]: people.map(({ id }) => id) };
    },
    // A town that is not here any more has no faces; its runs still have their names.
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
