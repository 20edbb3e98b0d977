/** A small table: a name, then numbers. */
import type { ComponentChildren } from "preact";

export function Table({
  heads,
  rows,
}: {
  heads: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
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
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
