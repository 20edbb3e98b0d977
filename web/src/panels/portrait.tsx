/** A person's portrait, in any size. Knows only the address of pictures. */
import type { Person } from "../api/wire";
import { pictureOf, town } from "../town";
import { read, say } from "../words";

export function Portrait({ person, size, told = false }: { person: Person; size: number; told?: boolean }) {
  // While another town is loading there are no pictures.
  if (!town.value) return <span class="portrait" style={{ width: `${size}px`, height: `${size}px` }} />;
  const url = pictureOf(person.id, "portrait");
  const words = told ? say("person.portrait", { name: read(person.name) }) : "";
  return (
    <img class="portrait" src={url} alt={words} width={size} height={size} draggable={false} loading="lazy" />
  );
}
