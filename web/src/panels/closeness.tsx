/** How close one person feels to another, as a short bar: 0 a stranger, 10 the closest person. */
import { say } from "../words";

export function Closeness({ of }: { of: number }) {
  const words = say("person.closeness", { n: Math.round(of) });
  return (
    <span class="closeness" role="img" aria-label={words} title={words}>
      <i style={{ width: `${Math.max(0, Math.min(10, of)) * 10}%` }} />
    </span>
  );
}
