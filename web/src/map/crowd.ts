/**
 * A crowd seen from afar: a small figure for everybody, on a sheet of its own over the map.
 *
 * Knows pictures of people and the camera. Invariant: while only people move, the map under them is not drawn again.
 */
import type { Camera } from "./camera";
import type { Folk } from "./folk";
import type { Picture } from "./pictures";

const FRAME = { width: 16, height: 24 };
/** How large a figure is on the screen, in parts of its own size. */
const SIZE = 0.85;

export class Crowd {
  readonly canvas = document.createElement("canvas");
  private readonly pen = this.canvas.getContext("2d");
  private shown = false;

  constructor() {
    this.canvas.className = "crowd";
    this.canvas.setAttribute("aria-hidden", "true");
  }

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
  }

  clear(): void {
    if (this.shown) this.pen?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.shown = false;
  }

  draw(camera: Camera, folk: Iterable<Folk>, sheetOf: (folk: Folk) => Picture | undefined): void {
    const { pen, canvas } = this;
    if (!pen) return;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this.shown = true;
    const [width, height] = [FRAME.width * SIZE, FRAME.height * SIZE];
    const { x: left, y: top, zoom } = camera.view;
    for (const one of folk) {
      const sheet = one.there && sheetOf(one);
      if (!sheet) continue;
      const [x, y] = [(one.x - left) * zoom, (one.y - top) * zoom];
      if (x < -width || y < -height || x > canvas.width + width || y > canvas.height + height) continue;
      pen.drawImage(sheet, 0, 0, FRAME.width, FRAME.height, x - width / 2, y - height, width, height);
    }
  }
}
