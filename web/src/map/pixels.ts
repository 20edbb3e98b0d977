/**
 * Small pictures drawn from rows of letters, each letter a colour and a dot a hole.
 *
 * Knows nothing of what they show. Invariant: one pixel of the picture is one letter.
 */

export type Drawing = HTMLCanvasElement;

export function drawn(rows: readonly string[], inks: Readonly<Record<string, string>>): Drawing {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...rows.map((row) => row.length));
  canvas.height = rows.length;
  const pen = canvas.getContext("2d");
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const ink = inks[letter];
      if (!pen || !ink) return;
      pen.fillStyle = ink;
      pen.fillRect(x, y, 1, 1);
    });
  });
  return canvas;
}
