/**
 * Which room of a building each tile of the map belongs to.
 *
 * Knows rectangles. Invariant: outdoor rooms and tiles between rooms have none.
 */
import type { Room, Sector } from "../api/wire";

export class Rooms {
  readonly all: readonly Room[];
  private readonly cells: Int16Array;

  constructor(
    sectors: readonly Sector[],
    private readonly width: number,
    private readonly height: number,
  ) {
    this.all = sectors.flatMap(({ rooms }) => rooms.filter(({ outdoors }) => !outdoors));
    this.cells = new Int16Array(width * height).fill(-1);
    this.all.forEach(({ rectangles }, index) => {
      for (const [left, top, across, down] of rectangles)
        for (let y = Math.max(0, top); y < Math.min(height, top + down); y++)
          for (let x = Math.max(0, left); x < Math.min(width, left + across); x++)
            this.cells[y * width + x] = index;
    });
  }

  at(x: number, y: number): Room | undefined {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return undefined;
    return this.all[this.cells[y * this.width + x] ?? -1];
  }

  /** The room behind a tile of a wall that is seen from the south: the nearest to the north of it. */
  behind(x: number, y: number, steps: number): Room | undefined {
    for (let up = 0; up <= steps; up++) {
      const room = this.at(x, y - up);
      if (room) return room;
    }
    return undefined;
  }
}
