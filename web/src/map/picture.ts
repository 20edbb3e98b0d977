/**
 * A picture of the map: what is on screen, with names and one bubble, and the moment in a corner.
 *
 * Knows the elements of the map. Invariant: nothing is drawn that is not visible on the map, except the caption.
 */

const PAD = 14;
const CAPTION = 17;
const NAME = 11;
const RADIUS = 9;
const WIDEST_BUBBLE = 320;

/** A place on the picture, in page pixels from its upper left corner. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function spotOf(element: Element, host: Element): Spot {
  const [box, frame] = [element.getBoundingClientRect(), host.getBoundingClientRect()];
  return { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
}

function plate(pen: CanvasRenderingContext2D, { x, y, width, height }: Spot, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, Math.min(RADIUS, height / 2));
  pen.fill();
}

/** A label of one line in its own colours. */
function drawLabel(pen: CanvasRenderingContext2D, element: HTMLElement, host: Element): void {
  const { backgroundColor, color, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  write(pen, element.textContent ?? "", spotOf(element, host), [backgroundColor, color, font]);
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  spot: Spot,
  [back, colour, font]: readonly [string, string, string],
): void {
  plate(pen, spot, back);
  pen.fillStyle = colour;
  pen.font = font;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, spot.x + spot.width / 2, spot.y + spot.height / 2 + 1);
}

/** A name: as on the map from near, under the portrait from afar. */
function drawName(pen: CanvasRenderingContext2D, pin: HTMLElement, host: HTMLElement): void {
  const tag = pin.querySelector<HTMLElement>(".tag");
  if (!tag) return;
  if (isVisible(tag)) {
    drawLabel(pen, tag, host);
    return;
  }
  const [text, { x, y, width, height }] = [tag.textContent ?? "", spotOf(pin, host)];
  const font = `600 ${NAME}px ${getComputedStyle(host).fontFamily}`;
  pen.font = font;
  const wide = pen.measureText(text).width + NAME;
  const spot = { x: x + (width - wide) / 2, y: y + height - NAME / 2, width: wide, height: 1.4 * NAME };
  write(pen, text, spot, ["rgb(40 30 20 / 78%)", "#fffaf0", font]);
}

function drawCanvas(pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement, host: Element): void {
  const { x, y, width, height } = spotOf(canvas, host);
  pen.drawImage(canvas, x, y, width, height);
}

function drawFace(pen: CanvasRenderingContext2D, face: HTMLImageElement, host: Element): void {
  const { x, y, width, height } = spotOf(face, host);
  pen.save();
  pen.beginPath();
  pen.arc(x + width / 2, y + height / 2, width / 2, 0, 2 * Math.PI);
  pen.clip();
  pen.drawImage(face, x, y, width, height);
  pen.restore();
}

/** A text in lines that are no wider than a width. Chinese breaks anywhere, other texts between words. */
export function linesOf(text: string, widest: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(/[⺀-￿]|[^\s⺀-￿]+\s*|\s+/gu) ?? []) {
    if (line && measure((line + piece).trimEnd()) > widest) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines;
}

function drawBubble(pen: CanvasRenderingContext2D, element: HTMLElement, host: Element, edge: number): void {
  const { backgroundColor, color, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${fontSize} ${fontFamily}`;
  const spot = spotOf(element, host);
  const lines = linesOf(element.textContent ?? "", WIDEST_BUBBLE, (line) => pen.measureText(line).width);
  const height = Number.parseFloat(fontSize) * 1.4;
  const width = Math.max(...lines.map((line) => pen.measureText(line).width)) + 2 * PAD;
  const middle = spot.x + spot.width / 2;
  const x = Math.min(Math.max(middle - width / 2, PAD), Math.max(PAD, edge - width - PAD));
  const y = Math.max(PAD, spot.y + spot.height - lines.length * height - PAD);
  plate(pen, { x, y, width, height: lines.length * height + PAD }, backgroundColor);
  pen.fillStyle = color;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  lines.forEach((line, index) => {
    pen.fillText(line, x + PAD, y + PAD / 2 + (index + 0.5) * height);
  });
}

function drawCaption(
  pen: CanvasRenderingContext2D,
  caption: string,
  host: HTMLElement,
  height: number,
): void {
  pen.font = `600 ${CAPTION}px ${getComputedStyle(host).fontFamily}`;
  const width = pen.measureText(caption).width + 2 * PAD;
  const spot = { x: PAD, y: height - 2 * CAPTION - PAD, width, height: 2 * CAPTION };
  plate(pen, spot, "#fffaf0");
  pen.fillStyle = "#33291f";
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(caption, spot.x + PAD, spot.y + spot.height / 2 + 1);
}

/** Paints the map of a host element, down to a height; `redraw` draws the map once more, so that it can be read. */
export function paintMap(
  pen: CanvasRenderingContext2D,
  host: HTMLElement,
  redraw: () => void,
  caption: string,
  height = host.clientHeight,
): void {
  pen.fillStyle = getComputedStyle(host).backgroundColor;
  pen.fillRect(0, 0, host.clientWidth, host.clientHeight);
  redraw();
  const all = (selector: string) => [...host.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  for (const canvas of host.querySelectorAll<HTMLCanvasElement>(":scope > canvas:not(.minimap)"))
    drawCanvas(pen, canvas, host);
  for (const sign of all(".sign")) drawLabel(pen, sign, host);
  for (const face of all(".far .pin:not(.away) img")) drawFace(pen, face as HTMLImageElement, host);
  for (const pin of all(".pin:not(.away)")) drawName(pen, pin, host);
  const bubble = all(".bubble").at(-1);
  if (bubble) drawBubble(pen, bubble, host, host.clientWidth);
  drawCaption(pen, caption, host, height);
}

/** The picture of the map in a host element. */
export function pictureOfMap(host: HTMLElement, redraw: () => void, caption: string): Promise<Blob | null> {
  const scale = Math.min(2, window.devicePixelRatio || 1);
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [host.clientWidth * scale, host.clientHeight * scale];
  const pen = sheet.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.scale(scale, scale);
  paintMap(pen, host, redraw, caption);
  return new Promise((done) => sheet.toBlob(done, "image/png"));
}

/** Saves a file from the page. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
