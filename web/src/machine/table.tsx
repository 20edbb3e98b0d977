/** A small table: a name, then numbers; optionally a note under a row. */
import { type ComponentChildren, Fragment } from "preact";

export function Table({
  heads,
  rows,
  notes = [],
}: {
  heads: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  /** A note under each row, across the whole table; empty for none. */
  notes?: readonly string[];
}) {
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={index}>
              <tr>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
              {notes[index] && (
                <tr class="failing">
                  <td colSpan={heads.length}>{notes[index]}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
