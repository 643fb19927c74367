/** A table that can be scrolled: a head for every column, and the first cell of a row may be its head. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { Scroll } from './scroll.js';

/**
 * @param props.label of the place that scrolls
 * @param props.caption stays in sight while the table scrolls
 * @param props.heads an empty one is no head
 * @param props.named the first cell is the head of its row
 * @param props.children what follows below and scrolls with it
 */
export function DataTable(props: {
  label: string;
  kind?: string;
  caption?: string;
  heads: readonly string[];
  rows: readonly (readonly ComponentChild[])[];
  named?: boolean;
  children?: ComponentChildren;
}) {
  const { label, kind, caption, heads, rows, named = false, children } = props;
  return (
    <Scroll label={label}>
      <table class={kind}>
        {caption && (
          <caption>
            <span>{caption}</span>
          </caption>
        )}
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
      {children}
    </Scroll>
  );
}
