/** Parts of the page that are fetched when they are first looked at. Knows no meanings. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./trouble";

export function later(load: () => Promise<ComponentType>): ComponentType {
  let made: ComponentType | null = null;
  return function Later() {
    const [, wake] = useState(0);
    useEffect(() => {
      if (made) return;
      load().then((part) => {
        made = part;
        wake((count) => count + 1);
      });
    }, []);
    const Part = made;
    return Part ? <Part /> : <Loading />;
  };
}
