/** A person's face, in any size; knows only where pictures are had. */
import type { Person } from "../api/wire";
import { pictureOf } from "../town";
import { read, say } from "../words";

export function Portrait({ person, size, told = false }: { person: Person; size: number; told?: boolean }) {
  const url = pictureOf(person.id, "portrait");
  const words = told ? say("person.portrait", { name: read(person.name) }) : "";
  return (
    <img class="portrait" src={url} alt={words} width={size} height={size} draggable={false} loading="lazy" />
  );
}
