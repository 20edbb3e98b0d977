/**
 * Parts of the page that are loaded on first use.
 *
 * Knows no meanings. Invariant: a part that cannot be loaded (the server was updated or stopped) says so.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../words";
import { Loading } from "./trouble";

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let made: ComponentType | null = null;
  return function Lazy() {
    const [state, setState] = useState<"waits" | "here" | "failed">(made ? "here" : "waits");
    useEffect(() => {
      if (made) return;
      load().then(
        (part) => {
          made = part;
          setState("here");
        },
        () => setState("failed"),
      );
    }, []);
    const Part = made;
    if (Part) return <Part />;
    if (state !== "failed") return <Loading />;
    return (
      <div class="trouble" role="alert">
        <p>{say("panel.renewed")}</p>
        <button type="button" class="act small" onClick={() => location.reload()}>
          {say("panel.reload")}
        </button>
      </div>
    );
  };
}
