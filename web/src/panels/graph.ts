/**
 * Positions of people in a graph of their ties: close people attract, all others repel, enemies most.
 *
 * Knows numbers, no drawing. Invariant: the same people and ties always give the same positions; when ties change,
 * people move from their old positions.
 */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";
import type { Edge } from "../api/wire.gen";

export interface Spot extends SimulationNodeDatum {
  readonly id: string;
}

interface Pull extends SimulationLinkDatum<Spot> {
  readonly strength: number;
}

/** The closeness of two people from -1 (enemies) to 1: the mean of both directions. */
export function closenessOf({ closeness: [one, other] }: Edge): number {
  return Math.max(-1, Math.min(1, (one + other) / 20));
}

/** Computes the positions; `before` holds the old ones. Coordinates are centred on 0. */
export function layOut(
  ids: readonly string[],
  edges: readonly Edge[],
  before: ReadonlyMap<string, Spot> = new Map(),
): Map<string, Spot> {
  const spots = ids.map((id): Spot => {
    const was = before.get(id);
    return was?.x !== undefined && was.y !== undefined ? { id, x: was.x, y: was.y } : { id };
  });
  const known = new Set(ids);
  const pulls = edges
    .filter(({ a, b }) => known.has(a) && known.has(b))
    .map((edge): Pull => ({ source: edge.a, target: edge.b, strength: closenessOf(edge) }));
  const simulation = forceSimulation(spots)
    .force(
      "link",
      forceLink<Spot, Pull>(pulls)
        .id(({ id }) => id)
        .distance(({ strength }) => 150 - 90 * strength)
        .strength(({ strength }) => 0.05 + 0.5 * Math.max(0, strength)),
    )
    .force("apart", forceManyBody().strength(-320))
    .force("room", forceCollide(28))
    .force("x", forceX(0).strength(0.07))
    .force("y", forceY(0).strength(0.09))
    .stop();
  const steps = before.size ? 80 : 260;
  if (before.size) simulation.alpha(0.35);
  simulation.tick(steps);
  return new Map(spots.map((spot) => [spot.id, spot]));
}
