/** A person's portrait, in any size. Knows only the address of pictures. */
import { useState } from "preact/hooks";
import type { Person } from "../api/wire";
import { pictureOf, town } from "../town";
import { read, say } from "../words";

const AGAIN_MILLISECONDS = 3000;
const ATTEMPTS = 20;

/** A picture of a person's face. If the server does not answer, it is asked again. */
export function FacePicture(props: {
  id: string;
  size: number;
  alt?: string;
  class?: string;
  lazy?: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const { id, size, alt = "", lazy = false } = props;
  const again = () => {
    if (attempt < ATTEMPTS) setTimeout(() => setAttempt(attempt + 1), AGAIN_MILLISECONDS);
  };
  return (
    <img
      key={attempt}
      class={props.class}
      src={pictureOf(id, "portrait")}
      alt={alt}
      width={size}
      height={size}
      draggable={false}
      loading={lazy ? "lazy" : "eager"}
      onError={again}
    />
  );
}

export function Portrait({ person, size, told = false }: { person: Person; size: number; told?: boolean }) {
  // While another town is loading there are no pictures.
  if (!town.value) return <span class="portrait" style={{ width: `${size}px`, height: `${size}px` }} />;
  const words = told ? say("person.portrait", { name: read(person.name) }) : "";
  return <FacePicture class="portrait" id={person.id} size={size} alt={words} lazy />;
}
