/**
 * A crowd seen from afar: a small figure for each person, on its own canvas over the map.
 *
 * Knows pictures of people and the camera. Invariant: while only people move, the map under them is not redrawn.
 * Figures are copied pixel by pixel, because drawing a thousand images per frame is much slower.
 */
import type { Camera } from "./camera";
import type { Picture } from "./pictures";
import type { PersonSprite } from "./sprite";

const FRAME = { width: 16, height: 24 };
/** The size of a figure on the screen, in pixels. */
const WIDE = 12;
const TALL = 18;

/** The opaque pixels of a figure: their positions and colours. */
interface Figure {
  readonly offsets: Uint16Array;
  readonly colours: Uint32Array;
}

function figureOf(sheet: Picture, pen: CanvasRenderingContext2D): Figure {
  pen.clearRect(0, 0, WIDE, TALL);
  pen.drawImage(sheet, 0, 0, FRAME.width, FRAME.height, 0, 0, WIDE, TALL);
  const pixels = new Uint32Array(pen.getImageData(0, 0, WIDE, TALL).data.buffer);
  const seen = [...pixels.keys()].filter((at) => (pixels[at] ?? 0) >>> 24 > 127);
  return {
    offsets: Uint16Array.from(seen),
    colours: Uint32Array.from(seen, (at) => (pixels[at] ?? 0) | 0xff000000),
  };
}

export class Crowd {
  readonly canvas = document.createElement("canvas");
  private readonly pen = this.canvas.getContext("2d", { willReadFrequently: true });
  private readonly sheets = new Map<string, Picture>();
  private readonly figures = new Map<Picture, Figure>();
  private sheet: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private shown = false;

  constructor() {
    this.canvas.className = "crowd";
    this.canvas.setAttribute("aria-hidden", "true");
  }

  add(id: string, sheet: Picture): void {
    this.sheets.set(id, sheet);
  }

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
    this.sheet = null;
  }

  clear(): void {
    if (this.shown) this.pen?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.shown = false;
  }

  private figure(id: string): Figure | undefined {
    const sheet = this.sheets.get(id);
    const known = sheet && this.figures.get(sheet);
    if (known || !sheet) return known;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [WIDE, TALL];
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const made = pen ? figureOf(sheet, pen) : undefined;
    if (made) this.figures.set(sheet, made);
    return made;
  }

  draw(camera: Camera, people: Iterable<PersonSprite>): void {
    const { pen, canvas } = this;
    if (!pen || canvas.width < 1 || canvas.height < 1) return;
    this.sheet ??= new ImageData(canvas.width, canvas.height);
    if (this.pixels.buffer !== this.sheet.data.buffer) this.pixels = new Uint32Array(this.sheet.data.buffer);
    this.pixels.fill(0);
    const { x: left, y: top, zoom } = camera.view;
    for (const one of people) {
      const figure = one.there ? this.figure(one.id) : undefined;
      const x = Math.round((one.x - left) * zoom - WIDE / 2);
      const y = Math.round((one.y - top) * zoom - TALL);
      if (!figure || x < 0 || y < 0 || x + WIDE > canvas.width || y + TALL > canvas.height) continue;
      this.stamp(figure, y * canvas.width + x, canvas.width);
    }
    pen.putImageData(this.sheet, 0, 0);
    this.shown = true;
  }

  private stamp({ offsets, colours }: Figure, start: number, width: number): void {
    for (let index = 0; index < offsets.length; index++) {
      const at = offsets[index] as number;
      this.pixels[start + Math.floor(at / WIDE) * width + (at % WIDE)] = colours[index] as number;
    }
  }
}
