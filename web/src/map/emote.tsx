/**
 * The balloon beside a head that shows what a person feels, drawn pixel by pixel.
 *
 * Knows no people. Invariant: hidden from screen readers; the label of the person says it in words.
 */
import type { Emotion } from "./emotions";

const INKS: Readonly<Record<string, string>> = {
  k: "#3a2c22",
  y: "#ffd34d",
  r: "#e0523f",
  w: "#ffffff",
  b: "#7db4e6",
  o: "#f08a2c",
};

const PICTURES: Readonly<Record<Emotion, readonly string[]>> = {
  joy: [
    "..yyyyy..",
    ".yyyyyyy.",
    "yykyyykyy",
    "yykyyykyy",
    "yyyyyyyyy",
    "yrkyyykry",
    "yykkkkkyy",
    ".yykkkyy.",
    "..yyyyy..",
  ],
  anger: [
    "..rrrrr..",
    ".rrrrrrr.",
    "rkkrrrkkr",
    "rrkkrkkrr",
    "rrkrrrkrr",
    "rrrrrrrrr",
    "rrrkkkrrr",
    ".rkrrrkr.",
    "..rrrrr..",
  ],
  surprise: [
    "...ooo...",
    "...ooo...",
    "...ooo...",
    "...ooo...",
    "....o....",
    "....o....",
    ".........",
    "...ooo...",
    "...ooo...",
  ],
  tired: [
    "..bbbbb..",
    ".bbbbbbb.",
    "bbbbbbbbb",
    "bkkbbbkkb",
    "bbbbbbbbb",
    "bbbbkkbbb",
    "bbbkwwkbb",
    ".bbbkkbb.",
    "..bbbbb..",
  ],
};
const SIZE = 9;

/** The pixels of one ink as a path. */
function pathOf(rows: readonly string[], letter: string): string {
  return rows
    .flatMap((row, y) => [...row].flatMap((each, x) => (each === letter ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
}

export function Emote({ emotion }: { emotion: Emotion }) {
  const rows = PICTURES[emotion];
  return (
    <span class="emote" data-emotion={emotion} aria-hidden="true">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} shape-rendering="crispEdges">
        <title>{emotion}</title>
        {Object.entries(INKS).map(([letter, ink]) => (
          <path key={letter} fill={ink} d={pathOf(rows, letter)} />
        ))}
      </svg>
    </span>
  );
}
