/** The picture for people who read tables. */
import { Scroll } from '../../shared/scroll.js';
import type { Drawing } from './drawing.js';
import { percentText } from './shares.js';

/** @param props.shares none before a run */
export function PictureTable({ drawing, shares }: { drawing: Drawing; shares: readonly number[] }) {
  const isPlayed = shares.length > 0;
  return (
    <details class="chart-table">
      <summary>The picture as a table</summary>
      <Scroll label="Lines of the picture">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Worth</th>
              {isPlayed && <th scope="col">Played</th>}
            </tr>
          </thead>
          <tbody>
            {drawing.lines.map(({ name, mean }, arm) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{mean}</td>
                {isPlayed && <td>{percentText(shares[arm] ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}
