/**
 * The timeline: the whole run with its days and nights, its marks, and the displayed moment.
 *
 * Knows ticks and marks. Invariant: while dragging, the shown time is the one that releasing would select; the
 * keyboard can do everything that a pointer can.
 */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { events } from "../run/events";
import { dateOf, lastTick, nowTick, run, runState, timeOf } from "../run/now";
import { prefetchHour, seek } from "../run/playback";
import { say } from "../words";
import { lightAt } from "./light";
import { COLOURS, type Kind, leftOut, marks } from "./marks";
import { clock } from "./moment";

/** The positions of the lanes of marks, from the top, as fractions of the height. */
const LANES = { talk: [0.3, 0.4], thought: [0.08, 0.2], input: [0.72, 0.24], event: [0, 0.1] } as const;
/** By day the timeline is warm paper, not white. */
const DAYLIGHT = [0.97, 0.91, 0.77];
/** Ticks per press of an arrow key, and of Page Up and Page Down. */
const MINUTE = 6;
const HOUR = 360;

const hover = signal<number | null>(null);

/** The span of the timeline: long enough that a new run does not fill it; of a live run with its next events. */
function span(): readonly [number, number] {
  const begin = run.value?.begin ?? 0;
  const day = 86_400 / (run.value?.seconds_per_tick ?? 10);
  const soon = events.value.filter(({ start }) => start - lastTick.value < day / 2).map(({ end }) => end);
  const ahead = runState.value === "living" ? Math.max(0, ...soon) : 0;
  return [begin, Math.max(lastTick.value, begin + day / 4, ahead)];
}

/** The colour of the sky at a minute of the day, pale enough for marks to be visible. */
function skyOf(minute: number): string {
  const { tint, dark } = lightAt(minute);
  const [red, green, blue] = tint.map((part, index) => part * (DAYLIGHT[index] ?? 1) * (1 - dark * 0.12));
  return `rgb(${red} ${green} ${blue})`;
}

function paint(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext("2d");
  const [from, to] = span();
  const { width, height } = canvas;
  if (!pen || to <= from) return;
  const x = (tick: number) => ((tick - from) / (to - from)) * width;
  const lived = x(lastTick.value);
  pen.clearRect(0, 0, width, height);
  for (let at = 0; at < width; at += 3) {
    const date = dateOf(from + (at / width) * (to - from));
    pen.fillStyle = skyOf(date.getUTCHours() * 60 + date.getUTCMinutes());
    pen.globalAlpha = at <= lived ? 1 : 0.25;
    pen.fillRect(at, 0, 3, height);
  }
  const bar = (kind: Kind, lane: readonly [number, number], begin: number, end: number) => {
    if (leftOut.value.has(kind)) return;
    pen.fillStyle = COLOURS[kind];
    pen.fillRect(x(begin), lane[0] * height, Math.max(2, x(end) - x(begin)), lane[1] * height);
  };
  pen.globalAlpha = 0.85;
  const { talks, reflections, plans, inputs } = marks.value;
  for (const [begin, end] of talks) bar("talk", LANES.talk, begin, end);
  for (const [tick] of plans) bar("plan", LANES.thought, tick, tick);
  for (const [tick] of reflections) bar("reflection", LANES.thought, tick, tick);
  for (const [tick] of inputs) bar("input", LANES.input, tick, tick);
  for (const { start, end } of events.value) {
    bar("event", LANES.event, start, end);
    bar("event", [0, 1], start, start);
  }
  pen.globalAlpha = 1;
}

function tickAt(event: PointerEvent): number {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const [from, to] = span();
  const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  return Math.min(lastTick.value, Math.round(from + part * (to - from)));
}

/** A moment in words; with the day only if the run has more than one. */
function inWords(tick: number): string {
  const { day, clock: hour } = timeOf(tick);
  return timeOf(lastTick.value).day > 1 ? say("time.at", { day, clock: hour }) : hour;
}

function press(event: KeyboardEvent): void {
  const [from, to] = [span()[0], lastTick.value];
  const steps: Record<string, number> = {
    ArrowRight: MINUTE,
    ArrowUp: MINUTE,
    ArrowLeft: -MINUTE,
    ArrowDown: -MINUTE,
    PageUp: HOUR,
    PageDown: -HOUR,
  };
  const step = steps[event.key];
  if (step !== undefined) {
    const next = nowTick.value + step;
    seek(next).then(() => prefetchHour(next + Math.sign(step) * HOUR));
  } else if (event.key === "Home") seek(from);
  else if (event.key === "End") seek(to);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Minimum interval between two moments of a drag, in milliseconds. */
const REST = 60;
/** After a pointer has hovered for this long, its moment is prefetched. */
const LINGER = 90;
let wanted = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;
let lingering: ReturnType<typeof setTimeout> | undefined;

/** While dragging, moments are loaded as fast as they can be shown and no faster. The last one is always loaded. */
function drag(event: PointerEvent): void {
  wanted = tickAt(event);
  hover.value = wanted;
  clearTimeout(lingering);
  if (event.type === "pointermove" && event.buttons === 0) {
    lingering = setTimeout(() => prefetchHour(wanted), LINGER);
    return;
  }
  if (event.type === "pointerdown") (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  if (waiting !== undefined) return;
  seek(wanted);
  const shown = wanted;
  waiting = setTimeout(() => {
    waiting = undefined;
    if (wanted !== shown && hover.peek() !== null) seek(wanted);
  }, REST);
}

function drop(event: PointerEvent): void {
  clearTimeout(waiting);
  waiting = undefined;
  seek(tickAt(event));
}

export function Line() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [from, to] = span();
  const part = (tick: number) => `${(((tick - from) / (to - from)) * 100).toFixed(3)}%`;
  // A few ticks change little on a whole run, so painting follows in visible steps.
  const paintStep = Math.round(lastTick.value / Math.max(1, (to - from) / 400));
  useEffect(() => {
    const [sheet, host] = [canvas.current, box.current];
    if (!sheet || !host) return;
    const size = () => {
      sheet.width = Math.round(host.clientWidth * devicePixelRatio);
      sheet.height = Math.round(host.clientHeight * devicePixelRatio);
      paint(sheet);
    };
    size();
    const sight = new ResizeObserver(size);
    sight.observe(host);
    return () => sight.disconnect();
  }, [paintStep, marks.value, events.value, leftOut.value, run.value?.name]);
  return (
    <div
      ref={box}
      id="time"
      class="line"
      role="slider"
      tabIndex={0}
      aria-label={say("time.line")}
      aria-valuemin={from}
      aria-valuemax={lastTick.value}
      aria-valuenow={nowTick.value}
      aria-valuetext={inWords(nowTick.value)}
      onPointerDown={drag}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerLeave={() => (hover.value = null)}
      onKeyDown={press}
    >
      <canvas ref={canvas} />
      <i class="head" style={{ left: part(Math.min(nowTick.value, to)) }} title={clock.value} />
      {hover.value !== null && (
        <output class="tip" style={{ left: part(hover.value) }}>
          {inWords(hover.value)}
        </output>
      )}
    </div>
  );
}
