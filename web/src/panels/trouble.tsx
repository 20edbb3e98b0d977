/** The placeholder of an answer: loading, empty, or the reason of a failure. */

import { say } from "../words";
import type { Kept } from "./answer";

export function Empty({ words }: { words: string }) {
  return <p class="empty soft">{words}</p>;
}

export function Loading() {
  return (
    <p class="empty soft" role="status">
      <span class="dots" aria-hidden="true" />
      {say("panel.loading")}
    </p>
  );
}

/** A refusal as a sentence with its remedy. If the server is unreachable, the page supplies the words. */
export function Trouble({ kept }: { kept: Kept<unknown> }) {
  const { trouble, again } = kept;
  if (!trouble) return null;
  return (
    <div class="trouble" role="alert">
      <p>
        {trouble.what || say("failed.gone")}{" "}
        <span class="soft">{trouble.what ? trouble.remedy : say("failed.gone.remedy")}</span>
      </p>
      <button type="button" class="act small" onClick={again}>
        {say("failed.again")}
      </button>
    </div>
  );
}
