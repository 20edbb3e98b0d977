/**
 * Weather over the map: rain, snow and falling leaves on a canvas of their own, so that the map is not drawn again.
 *
 * Knows the camera, and which weather falls how; is told which it is. Invariant: nothing falls into open rooms; people
 * who want no motion see the light of the weather and nothing that falls.
 */
import type { Camera } from "./camera";

/** What falls, and how: number per million pixels, speed down and sideways in pixels per second. */
interface Fall {
  readonly density: number;
  readonly down: number;
  readonly aside: number;
  draw(pen: CanvasRenderingContext2D, x: number, y: number, seed: number, seconds: number): void;
}

const LEAVES = ["#c8742c", "#d9a13a", "#a8452b", "#8a6b2e"];

function streak(length: number): Fall["draw"] {
  return (pen, x, y) => {
    pen.moveTo(x, y);
    pen.lineTo(x - length * 0.18, y + length);
  };
}

function leaf(pen: CanvasRenderingContext2D, x: number, y: number, seed: number, seconds: number): void {
  const turn = Math.sin(seconds * 2 + seed * 9);
  pen.fillStyle = LEAVES[Math.floor(seed * 97) % LEAVES.length] ?? "#c8742c";
  pen.fillRect(x + 10 * turn, y, 5, 2 + 3 * Math.abs(turn));
}

const FALLS: Readonly<Record<string, Fall>> = {
  rain: { density: 150, down: 760, aside: -130, draw: streak(15) },
  storm: { density: 260, down: 1000, aside: -280, draw: streak(22) },
  snow: {
    density: 190,
    down: 62,
    aside: 14,
    draw: (pen, x, y, seed, seconds) => {
      const size = 2 + Math.floor(seed * 3);
      pen.fillRect(x + 8 * Math.sin(seconds + seed * 40), y, size, size);
    },
  },
  leaves: { density: 16, down: 48, aside: -30, draw: leaf },
  wind: { density: 26, down: 60, aside: -300, draw: leaf },
};
const INKS: Readonly<Record<string, string>> = {
  rain: "rgb(200 222 240 / 55%)",
  storm: "rgb(200 222 240 / 60%)",
};
const SNOW = "rgb(255 255 255 / 88%)";
/** Climates in which leaves fall in autumn. */
const LEAFY: ReadonlySet<string> = new Set(["temperate", "continental", "mountain", "mediterranean"]);
/** Every second frame is enough for what falls. */
const FRAME_MILLISECONDS = 30;
const MILLION = 1e6;

export interface Conditions {
  readonly weather: string;
  readonly season: string;
  readonly climate: string;
}

/** What falls in a weather. */
export function fallOf({ weather, season, climate }: Conditions): string | null {
  if (weather === "wind") return season === "autumn" && LEAFY.has(climate) ? "wind" : null;
  if (weather in FALLS) return weather;
  return season === "autumn" && LEAFY.has(climate) ? "leaves" : null;
}

/** A number from 0 to 1 for each drop, always the same. */
function chance(index: number, salt: number): number {
  const mixed = Math.sin(index * 127.1 + salt * 311.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

const within = (value: number, length: number) => ((value % length) + length) % length;

export class Weather {
  readonly canvas = document.createElement("canvas");
  private readonly pen = this.canvas.getContext("2d");
  private fall: Fall | null = null;
  private ink = SNOW;
  private drawn = 0;
  private shown = false;

  constructor(private readonly calm: boolean) {
    this.canvas.className = "weather";
    this.canvas.setAttribute("aria-hidden", "true");
  }

  set(conditions: Conditions | null): void {
    const kind = conditions && fallOf(conditions);
    this.canvas.dataset.weather = conditions?.weather ?? "";
    this.canvas.dataset.falls = kind ?? "";
    // An empty canvas would still be blended with the map in every frame.
    this.canvas.hidden = !conditions?.weather && !kind;
    this.fall = kind && !this.calm ? (FALLS[kind] ?? null) : null;
    this.ink = INKS[kind ?? ""] ?? SNOW;
  }

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
  }

  /** Draws what falls at a time, but not inside `rooms` (screen rectangles), if a new picture is due. */
  draw(now: number, camera: Camera, rooms: () => Iterable<readonly [number, number, number, number]>): void {
    const { pen, canvas, fall } = this;
    if (!pen || now - this.drawn < FRAME_MILLISECONDS || (!fall && !this.shown)) return;
    this.drawn = now;
    const { width, height } = canvas;
    pen.clearRect(0, 0, width, height);
    this.shown = fall !== null;
    if (!fall) return;
    const seconds = now / 1000;
    const { x: left, y: top, zoom } = camera.view;
    pen.fillStyle = pen.strokeStyle = this.ink;
    pen.lineWidth = 1.2;
    pen.beginPath();
    const count = Math.ceil((width * height * fall.density) / MILLION);
    for (let index = 0; index < count; index++) {
      const seed = chance(index, 1);
      const speed = 0.75 + 0.5 * chance(index, 2);
      const x = within(seed * width + fall.aside * speed * seconds - left * zoom, width);
      const y = within(chance(index, 3) * height + fall.down * speed * seconds - top * zoom, height);
      fall.draw(pen, x, y, seed, seconds);
    }
    pen.stroke();
    for (const [x, y, across, down] of rooms()) pen.clearRect(x, y, across, down);
  }
}
