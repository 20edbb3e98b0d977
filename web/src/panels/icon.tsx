/**
 * The small pictures on buttons, drawn here as strokes on a 24 px grid.
 *
 * Knows nothing of what the buttons do. Invariant: they take the colour of the text around them and are silent to
 * screen readers; the button itself has the words.
 */

const STROKES = {
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20",
  close: "M6 6l12 12M18 6 6 18",
  back: "M14.5 5.5 8 12l6.5 6.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  roof: "M3 11.5 12 4l9 7.5M6 10v9h12v-9M6 13.5h12",
  "roof-auto": "M3 11.5 12 4l9 7.5M6 10v9h12v-9M12 12.5v3M12 17.8v.2",
  "roof-open": "M3 8.5 13 3l8 4M6 11v8h12v-8M9 15h2M13 15h2",
  tag: "M4 7h16v9h-6l-2 3-2-3H4zM8 11.5h8",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  contrast: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M12 3.5v17M12 7h5M12 11h7.5M12 15h7",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6",
  pin: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11M12 7.8a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6",
  people:
    "M9 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 9 5M3 19c0-3.2 2.6-5 6-5s6 1.8 6 5M15.5 5.4a3 3 0 0 1 0 5.7M17 14.4c2.4.5 4 2 4 4.6",
  place: "M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20",
  story:
    "M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.500.2 8.500 1.700 2-1.500 5-2 8.500-1.700V4.800C17 4.500 14 5 12 6.500zM12 6.500V20",
  map: "M9 4 3.500 6v14L9 18l6 2 5.500-2V4L15 6zM9 4v14M15 6v14",
  work: "M4 8h16v11H4zM9 8V5h6v3M4 13h16",
  bed: "M3.500 6v13M3.500 15.500h17V19M20.500 15.500V13a3 3 0 0 0-3-3H10v5.500M6.700 10.200a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200",
  heart:
    "M12 19.500S4 14.500 4 9.300A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 8 2.300c0 5.200-8 10.200-8 10.200z",
  thought:
    "M8 16a5 5 0 0 1-.600-9.950A5.500 5.500 0 0 1 17.800 8 4.200 4.200 0 0 1 17 16zM7 19.200v.100M4.800 21.500v.100",
  speech: "M4 5h16v11h-8l-4.500 4V16H4z",
  clock: "M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17M12 7.500V12l3.200 2",
} as const;

export type IconName = keyof typeof STROKES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={STROKES[name]} />
    </svg>
  );
}
