/**
 * Finds what has to be drawn in front of people: whatever stands nearer than they do and covers some of them.
 *
 * Knows boxes and depths, nothing of pictures. Invariant: whoever is in front of something that is drawn again is drawn
 * again too, so that the order of a picture that was drawn once stays true.
 */

/** Something that may stand in front; positions in map pixels, deeper is nearer. */
export interface Standee {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly depth: number;
}

const CELL = 48;

function key(column: number, row: number): number {
  return row * 65536 + column;
}

export class Fronts<Kind extends Standee> {
  private readonly cells = new Map<number, Kind[]>();

  constructor(all: Iterable<Kind>) {
    for (const one of all) {
      this.eachCell(one, (cell) => {
        const there = this.cells.get(cell);
        if (there) there.push(one);
        else this.cells.set(cell, [one]);
      });
    }
  }

  private eachCell({ left, right, top, bottom }: Standee, visit: (cell: number) => void): void {
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) {
      for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++) {
        visit(key(column, row));
      }
    }
  }

  /** Adds to `found` all that stands in front of somebody, and in front of that, and so on. */
  collect(somebody: Standee, found: Set<Kind>): void {
    const next: Standee[] = [somebody];
    for (let one = next.pop(); one; one = next.pop()) {
      const behind = one;
      this.eachCell(behind, (cell) => {
        for (const other of this.cells.get(cell) ?? []) {
          if (other.depth <= behind.depth || found.has(other) || !covers(other, behind)) continue;
          found.add(other);
          next.push(other);
        }
      });
    }
  }
}

function covers(one: Standee, other: Standee): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
