/**
 * Finds the sprites to draw in front of people: those that stand nearer and cover part of them.
 *
 * Knows boxes and depths, nothing of pictures. Invariant: if a sprite is drawn again, everything in front of it is
 * drawn again too, so the order of the baked picture stays right.
 */

/** Something that may stand in front; positions in map pixels, greater depth is nearer. */
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

export class Occluders<Kind extends Standee> {
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

  /** Adds to `found` everything that stands in front of a box, and in front of that, and so on. */
  collect(box: Standee, found: Set<Kind>): void {
    const next: Standee[] = [box];
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
