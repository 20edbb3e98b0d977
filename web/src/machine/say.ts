/** Number formats of the machine room. */
import { locale, say } from "../words";

export function sayNumber(value: number): string {
  return new Intl.NumberFormat(locale.value, { notation: value >= 100_000 ? "compact" : "standard" }).format(
    value,
  );
}

export function sayPrice(value: number): string {
  if (!value) return "–";
  return new Intl.NumberFormat(locale.value, { maximumSignificantDigits: 3 }).format(value);
}

/** A duration of thinking: in seconds, or in minutes from two minutes on. */
export function sayTime(seconds: number): string {
  if (seconds < 0.05) return "–";
  if (seconds < 120) return say("machine.seconds", { n: seconds.toFixed(1) });
  return say("when.minutes", { minutes: sayNumber(Math.round(seconds / 60)) });
}

/** A share of a whole, in percent. */
export function sayShare(part: number, whole: number): string {
  if (!whole) return "–";
  return new Intl.NumberFormat(locale.value, { style: "percent" }).format(part / whole);
}
