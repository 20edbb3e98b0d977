/**
 * Whether this machine draws emoji. Without an emoji font they would be empty boxes, so the page leaves them out.
 *
 * Knows the root element only. Invariant: emoji are decoration; everything they show is also said in words.
 */

const SIZE = 16;

/** Whether an emoji is drawn in colour, as only emoji fonts do. */
function draws(): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return true;
  pen.textBaseline = "top";
  pen.font = `${SIZE - 4}px ${getComputedStyle(document.documentElement).fontFamily}`;
  pen.fillText("\u{1F7E0}", 0, 0);
  const { data } = pen.getImageData(0, 0, SIZE, SIZE);
  return data.some((value, at) => at % 4 === 0 && value !== data[at + 2]);
}

export function noteEmoji(): void {
  document.documentElement.dataset.emoji = String(draws());
}
