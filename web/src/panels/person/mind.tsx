/** Who answered: a model by its name, or the understudy. */
import { say } from "../../words";

/** The name of a model as the page shows it. */
export function sayMind(by: string): string {
  if (!by) return "";
  return /^understudy\b/.test(by) ? say("mind.understudy") : by;
}

export function MindBadge({ by }: { by: string }) {
  if (!by) return null;
  return (
    <p class="mind soft" title={say("mind.hint")}>
      {say("mind.answered", { name: sayMind(by) })}
    </p>
  );
}
