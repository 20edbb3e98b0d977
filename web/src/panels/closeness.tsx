/** How close one person feels to another, as a short bar: -10 an enemy, 0 a stranger, 10 the closest person. */
import { say } from "../words";

export function Closeness({ of }: { of: number }) {
  const n = Math.round(of);
  const words = say(n < 0 ? "person.enmity" : "person.closeness", { n: Math.abs(n) });
  return (
    <span class="closeness" data-enmity={n < 0} role="img" aria-label={words} title={words}>
      <i style={{ width: `${Math.min(10, Math.abs(of)) * 10}%` }} />
    </span>
  );
}
