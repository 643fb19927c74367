/** A table that can be scrolled: a head for every column, and the first cell of a row may be its head. */
import type { ComponentChild } from 'preact';
import { Scroll } from './scroll.js';

/**
 * @param props.label of the place that scrolls
 * @param props.heads an empty one is no head
 * @param props.named the first cell is the head of its row
 */
export function DataTable(props: {
  label: string;
  kind?: string;
  heads: readonly string[];
  rows: readonly (readonly ComponentChild[])[];
  named?: boolean;
}) {
  const { label, kind, heads, rows, named = false } = props;
  return (
    <Scroll label={label}>
      <table class={kind}>
        <thead>
          <tr>
            {heads.map((head, i) =>
              head === '' ? (
                <td key={i} />
              ) : (
                <th scope="col" key={i}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, column) =>
                named && column === 0 ? (
                  <th scope="row" key={column}>
                    {cell}
                  </th>
                ) : (
                  <td key={column}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
