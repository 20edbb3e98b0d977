/**
 * Questions per minute of town time, as a chart.
 *
 * Knows uPlot and the page's colours. Invariant: a chart is created once; new numbers update it.
 */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../panels/theme";
import { clockAt } from "../panels/when";
import { run } from "../run/now";
import { language, say } from "../words";
import { evenSeries } from "./series";

const HEIGHT = 150;

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function optionsFor(width: number): uPlot.Options {
  const perMinute = 60 / (run.peek()?.seconds_per_tick ?? 10);
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, values: (_, minutes) => minutes.map((minute) => clockAt(minute * perMinute)), space: 60 },
      { ...axis, size: 38 },
    ],
    series: [
      {},
      {
        label: say("machine.per.minute"),
        stroke: colour("--leaf"),
        fill: `color-mix(in srgb, ${colour("--leaf")} 22%, transparent)`,
        width: 1.6,
        points: { show: false },
      },
    ],
  };
}

export function Chart({ points }: { points: readonly (readonly [number, number])[] }) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [shade, speech] = [theme.value, language.value];
  const data: uPlot.AlignedData = evenSeries(points);
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const made = new uPlot(optionsFor(box.clientWidth), data, box);
    plot.current = made;
    const sight = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }));
    sight.observe(box);
    return () => {
      sight.disconnect();
      made.destroy();
    };
  }, [shade, speech]);
  useEffect(() => plot.current?.setData(data), [points]);
  return <div class="chart" ref={host} role="img" aria-label={say("machine.per.minute")} />;
}
