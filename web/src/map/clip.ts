/**
 * A short film of the map: the last minute at normal speed, played once more and recorded as it is shown, with names,
 * bubbles and the clock.
 *
 * Knows the map's elements and the playback. Invariant: afterwards the view is where it was, also if recording fails;
 * the town itself is not touched.
 */
import { signal } from "@preact/signals";
import { clock, dateOf, isLive, nowTick, playing, run, speed, timeOf } from "../run/now";
import { goLive, seek, setPlaying, setSpeed } from "../run/playback";
import { dayOf } from "../time/moment";
import { town } from "../town";
import { read } from "../words";
import { paintMap } from "./picture";
import type { Scene } from "./scene";
import { withLength } from "./webm";

/** A minute at speed 1, and the speed at which it is played: five times as fast. */
const TICKS = 60;
const SPEED = 3;
const FRAMES_A_SECOND = 20;
const BITS_A_SECOND = 3_000_000;
/** Films larger than this, in pixels, are slow to record and too large to send. */
const LARGEST = 1280;
/** A view that does not move for so many milliseconds does not come any further. */
const STALL = 4000;
/** A film that is stopped at once still has so many milliseconds: with no picture there would be no film. */
const SHORTEST = 1000;
/** In the order of preference. Safari records only MP4. */
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"] as const;

/** How much of a film is recorded, from 0 to 1; null if none is. */
export const filmed = signal<number | null>(null);
let stopped = false;

/** The type of film that this browser can record; undefined if it cannot. */
export function filmType(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  if (!("captureStream" in HTMLCanvasElement.prototype)) return undefined;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/** The town, the day and the time that are shown. */
export function caption(): string {
  const tick = nowTick.peek();
  return `${read(town.peek()?.name)} · ${dayOf(dateOf(tick))} · ${timeOf(tick).clock}`;
}

/** The name of a file of what is shown. */
export function fileName(ending: string): string {
  const { day, clock: time } = timeOf(nowTick.peek());
  return `${run.peek()?.name}-${day}-${time.replace(":", "")}.${ending}`;
}

/** Ends the film early. What is recorded is kept. */
export function stopFilm(): void {
  stopped = true;
}

/** The height of the map down to the time bar, which covers the rest. */
function heightOf(host: HTMLElement): number {
  const bar = host.parentElement?.querySelector(".time")?.getBoundingClientRect();
  return bar?.height ? Math.max(1, bar.top - host.getBoundingClientRect().top) : host.clientHeight;
}

/** Even sides, since encoders need them. */
function sizeOf(host: HTMLElement): { width: number; height: number; scale: number; shown: number } {
  const shown = heightOf(host);
  const scale = Math.min(2, window.devicePixelRatio || 1, LARGEST / Math.max(host.clientWidth, shown));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(host.clientWidth), height: even(shown), scale, shown };
}

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));

/** Paints frames until the clock has reached a tick, the user stops, goes elsewhere, or nothing moves any more. */
async function play(until: number, paint: () => void): Promise<void> {
  const [from, jumps, begun] = [clock.now, clock.jumps, performance.now()];
  let [painted, moved, last] = [0, begun, clock.now];
  const isShort = () => performance.now() - begun < SHORTEST;
  while (isShort() || (!stopped && clock.now < until && clock.jumps === jumps)) {
    const now = await nextFrame();
    if (clock.now !== last) [moved, last] = [now, clock.now];
    if (now - moved > STALL) return;
    if (now - painted < 1000 / FRAMES_A_SECOND) continue;
    painted = now;
    paint();
    filmed.value = Math.min(1, (clock.now - from) / Math.max(1, until - from));
  }
}

function recorder(
  canvas: HTMLCanvasElement,
  type: string,
): { end: () => Promise<Blob>; release: () => void } {
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const made = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_A_SECOND });
  const parts: Blob[] = [];
  made.ondataavailable = ({ data }) => data.size && parts.push(data);
  // A hidden page draws nothing. The film waits for it.
  const hide = () => (document.hidden ? made.pause() : made.resume());
  document.addEventListener("visibilitychange", hide);
  made.start(1000);
  const begun = performance.now();
  return {
    end: async () => {
      const length = performance.now() - begun;
      await new Promise<void>((done, fail) => {
        made.onstop = () => done();
        made.onerror = () => fail(new Error("the film could not be recorded"));
        made.stop();
      });
      const film = new Uint8Array(await new Blob(parts).arrayBuffer());
      return new Blob([withLength(film, length)], { type });
    },
    release: () => {
      document.removeEventListener("visibilitychange", hide);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

/** Plays the last minute and records it. Resolves to null if nothing could be drawn. */
export async function film(scene: Scene, host: HTMLElement, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const { width, height, scale, shown } = sizeOf(host);
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  const open = run.peek();
  if (!pen || !open || filmed.peek() !== null) return null;
  pen.scale(scale, scale);
  const before = { tick: nowTick.peek(), live: isLive.peek(), playing: playing.peek(), speed: speed.peek() };
  stopped = false;
  filmed.value = 0;
  let made: ReturnType<typeof recorder> | null = null;
  try {
    await seek(Math.max(open.begin, before.tick - TICKS));
    setSpeed(SPEED);
    // The next frame shows people where they were then.
    await nextFrame();
    await nextFrame();
    made = recorder(canvas, type);
    await play(before.tick, () => paintMap(pen, host, () => scene.redraw(), caption(), shown));
    return await made.end();
  } finally {
    made?.release();
    filmed.value = null;
    setSpeed(before.speed);
    if (before.live) goLive();
    else {
      setPlaying(before.playing);
      await seek(before.tick);
    }
  }
}
