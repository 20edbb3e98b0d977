/**
 * Who is close to whom, as a graph that follows the displayed moment and highlights recent changes.
 *
 * Knows ties as numbers. Invariant: people stay where they were unless their ties changed; everything in the graph is
 * also in the list below it.
 */
import { useRef, useState } from "preact/hooks";
import { readTies } from "../api/reads";
import type { Edge } from "../api/wire.gen";
import { run } from "../run/now";
import { pictureOf } from "../town";
import { say } from "../words";
import { slowTick, useAnswer } from "./answer";
import { closenessOf, layOut, type Spot } from "./graph";
import { Moment, meet, PersonLink } from "./link";
import { calledOf } from "./names";
import { FacePicture } from "./portrait";
import { Empty, Loading, Trouble } from "./trouble";
import { clockAt } from "./when";

/** A graph of more people than this is unreadable. */
const MOST = 60;
const SIZE = 30;

/** The people in the graph: those with the most ties if there are too many. */
function peopleOf(edges: readonly Edge[]): string[] {
  const weight = new Map<string, number>();
  for (const edge of edges) {
    for (const id of [edge.a, edge.b])
      weight.set(id, (weight.get(id) ?? 0) + Math.abs(closenessOf(edge)) + edge.talks / 10);
  }
  return [...weight.entries()]
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .slice(0, MOST)
    .map(([id]) => id)
    .sort();
}

/** The view box around everyone; never so small that a few portraits fill the panel. */
function frameOf(spots: ReadonlyMap<string, Spot>): string {
  const xs = [...spots.values()].map(({ x }) => x ?? 0);
  const ys = [...spots.values()].map(({ y }) => y ?? 0);
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const width = Math.max(460, right - left + 80);
  const height = Math.max(340, bottom - top + 84);
  return `${(left + right - width) / 2} ${(top + bottom - height) / 2 + 4} ${width} ${height}`;
}

function Line({
  edge,
  spots,
  dim,
  tick,
}: {
  edge: Edge;
  spots: ReadonlyMap<string, Spot>;
  dim: boolean;
  tick: number;
}) {
  const [from, to] = [spots.get(edge.a), spots.get(edge.b)];
  if (!from || !to) return null;
  const lately = edge.last !== null && tick - edge.last < 360;
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      data-lately={lately}
      data-talked={edge.talks > 0}
      data-enmity={closenessOf(edge) < 0}
      stroke-width={0.6 + 4 * Math.abs(closenessOf(edge))}
      opacity={dim ? 0.06 : 0.25 + 0.7 * Math.abs(closenessOf(edge))}
    />
  );
}

function Dot({ spot, dim, onPoint }: { spot: Spot; dim: boolean; onPoint: (id: string | null) => void }) {
  const name = calledOf(spot.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element.
    <g
      class="dot"
      role="button"
      tabIndex={0}
      aria-label={name}
      data-person={spot.id}
      opacity={dim ? 0.3 : 1}
      transform={`translate(${Math.round(spot.x ?? 0)} ${Math.round(spot.y ?? 0)})`}
      onClick={() => meet(spot.id)}
      onKeyDown={(event) => event.key === "Enter" && meet(spot.id)}
      onPointerEnter={() => onPoint(spot.id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(spot.id)}
      onBlur={() => onPoint(null)}
    >
      <circle r={SIZE / 2 + 2} />
      <image
        href={pictureOf(spot.id, "portrait")}
        x={-SIZE / 2}
        y={-SIZE / 2}
        width={SIZE}
        height={SIZE}
        clip-path="circle(50%)"
      />
      <text y={SIZE / 2 + 13}>{name}</text>
    </g>
  );
}

function Picture({ edges, tick }: { edges: readonly Edge[]; tick: number }) {
  const [pointed, setPointed] = useState<string | null>(null);
  const before = useRef<Map<string, Spot>>(new Map());
  const drawn = useRef("");
  const ids = peopleOf(edges);
  const shape = `${ids.join()} ${edges.map((edge) => Math.round(closenessOf(edge) * 20)).join()}`;
  if (shape !== drawn.current) {
    before.current = layOut(ids, edges, before.current);
    drawn.current = shape;
  }
  const spots = before.current;
  const friends = new Set(
    edges.flatMap(({ a, b }) => (a === pointed ? [b] : b === pointed ? [a] : [])).concat(pointed ?? []),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset element.
    <svg class="web" viewBox={frameOf(spots)} role="group" aria-label={say("ties.label")}>
      {edges.map((edge) => (
        <Line
          key={`${edge.a} ${edge.b}`}
          edge={edge}
          spots={spots}
          tick={tick}
          dim={pointed !== null && edge.a !== pointed && edge.b !== pointed}
        />
      ))}
      {[...spots.values()].map((spot) => (
        <Dot key={spot.id} spot={spot} dim={pointed !== null && !friends.has(spot.id)} onPoint={setPointed} />
      ))}
    </svg>
  );
}

function Pairs({ edges }: { edges: readonly Edge[] }) {
  const ranked = [...edges].sort(
    (one, other) => other.talks - one.talks || Math.abs(closenessOf(other)) - Math.abs(closenessOf(one)),
  );
  return (
    <ol class="pairs">
      {ranked.slice(0, 20).map((edge) => (
        <li key={`${edge.a} ${edge.b}`}>
          <span class="faces" aria-hidden="true">
            {[edge.a, edge.b].map((id) => (
              <FacePicture key={id} class="portrait" id={id} size={26} lazy />
            ))}
          </span>
          <span>
            <PersonLink id={edge.a} />
            {say("names.and")}
            <PersonLink id={edge.b} />
          </span>
          <span class="soft">
            {say("tie.talks", { n: edge.talks })} · {edge.closeness[0]}/{edge.closeness[1]}
            {edge.last !== null && (
              <>
                {" · "}
                <Moment tick={edge.last} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Ties() {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`ties ${tick}`, () => readTies(name, tick), 1500);
  const told = kept.data;
  return (
    <div class="pad">
      <p class="soft small">{say("ties.about", { time: clockAt(tick) })}</p>
      <Trouble kept={kept} />
      {!told && !kept.trouble && <Loading />}
      {told && told.edges.length === 0 && <Empty words={say("ties.none")} />}
      {told && told.edges.length > 0 && (
        <>
          <Picture edges={told.edges} tick={tick} />
          <h3 class="group flat">{say("ties.pairs")}</h3>
          <Pairs edges={told.edges} />
        </>
      )}
    </div>
  );
}
