/** A person's face, in any size; knows only where pictures are had. */
import type { Person } from "../api/wire";
import { pictureOf, town } from "../town";
import { read, say } from "../words";

export function Portrait({ person, size, told = false }: { person: Person; size: number; told?: boolean }) {
  // While one town goes and the next comes there are no pictures of anybody.
  if (!town.value) return <span class="portrait" style={{ width: `${size}px`, height: `${size}px` }} />;
  const url = pictureOf(person.id, "portrait");
  const words = told ? say("person.portrait", { name: read(person.name) }) : "";
  return (
    <img class="portrait" src={url} alt={words} width={size} height={size} draggable={false} loading="lazy" />
  );
}
