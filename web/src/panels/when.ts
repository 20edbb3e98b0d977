/**
 * Ticks as readable text: hour, day, duration.
 *
 * Knows the start of the open run and its tick length. Invariant: uses the town's clock, never the viewer's.
 */
import { nowTick, run } from "../run/now";
import { locale, say } from "../words";

/** The clock of a run: when it starts and how long a tick is. */
export interface Span {
  readonly start: string;
  readonly seconds_per_tick: number;
}

/** A tick as a moment of the town. Read the fields of the date as UTC. */
export function momentOf(tick: number, of: Span | null = run.value): Date {
  const start = new Date(`${of?.start.replace(/Z?$/, "") ?? "2000-01-01T00:00:00"}Z`).getTime();
  return new Date(start + tick * (of?.seconds_per_tick ?? 10) * 1000);
}

/** The formats of a moment. */
const FORMATS = {
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short", day: "numeric" },
} as const;
/** Cached: creating a format takes as long as formatting a hundred moments. */
const tellers = new Map<string, Intl.DateTimeFormat>();

function told(moment: Date, format: keyof typeof FORMATS): string {
  const key = `${locale.value} ${format}`;
  const teller =
    tellers.get(key) ?? new Intl.DateTimeFormat(locale.value, { ...FORMATS[format], timeZone: "UTC" });
  tellers.set(key, teller);
  return teller.format(moment);
}

/** `09:12` */
export function clockAt(tick: number, of?: Span): string {
  return told(momentOf(tick, of), "clock");
}

/** `Monday 13 February` */
export function dayAt(tick: number, of?: Span): string {
  return told(momentOf(tick, of), "day");
}

/** The day of the run, from 1. */
export function dayNumber(tick: number, of: Span | null = run.value): number {
  const midnight = (moment: Date) => Math.floor(moment.getTime() / 86_400_000);
  return midnight(momentOf(tick, of)) - midnight(momentOf(0, of)) + 1;
}

/** The hour, with its day if that is not the displayed one. A moment before the run says so. */
export function stamp(tick: number | null | undefined): string {
  if (tick === null || tick === undefined || tick < 0) return say("when.before");
  if (dayNumber(tick) === dayNumber(nowTick.peek())) return clockAt(tick);
  return `${told(momentOf(tick), "short")} ${clockAt(tick)}`;
}

/** A duration in ticks: "5 min", "2 h 10 min". */
export function lengthOf(ticks: number): string {
  const minutes = Math.max(1, Math.round((ticks * (run.value?.seconds_per_tick ?? 10)) / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (!hours) return say("when.minutes", { minutes });
  return rest ? say("when.hours.minutes", { hours, minutes: rest }) : say("when.hours", { hours });
}
