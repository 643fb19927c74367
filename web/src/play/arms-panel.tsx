/** The arms as they really are: neither side could draw this in real life. */
import { regretText } from '../runs/curves.js';
import { Scroll } from '../shared/scroll.js';
import { ZoneTitle } from '../shared/zone.js';
import { meanOf } from './draft.js';
import { beyondForm, draft } from './state.js';

const WIDTH = 120;

export function ArmsPanel() {
  const { world, arms } = draft.value;
  if (beyondForm.value || world !== 'arms') return null;
  const means = arms.map(meanOf);
  const known = means.filter((mean) => !Number.isNaN(mean));
  const best = Math.max(...known);
  const least = Math.min(0, ...known);
  const most = Math.max(1, best);
  return (
    <section class="zone zone-demo arms-panel" aria-labelledby="arms-title">
      <ZoneTitle
        zone="demo"
        id="arms-title"
        title="Only the world knows"
        aside="what each arm pays, and what a wrong choice costs"
        level={3}
      />
      <Scroll label="The arms">
        <table>
          <thead>
            <tr>
              <th scope="col">Arm</th>
              <th scope="col">Mean</th>
              <td />
              <th scope="col">Costs a round</th>
            </tr>
          </thead>
          <tbody>
            {means.map((mean, arm) => (
              <tr key={`${arm} ${mean}`}>
                <th scope="row">{arm + 1}</th>
                <td>{Number.isNaN(mean) ? '?' : regretText(mean)}</td>
                <td>
                  <svg width={WIDTH} height="12" aria-hidden="true">
                    <rect class="arm-bar" width={barOf(mean, least, most)} height="12" rx="2" />
                  </svg>
                </td>
                <td>{mean === best ? 'best' : costOf(best - mean)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function barOf(mean: number, least: number, most: number): number {
  const share = (mean - least) / (most - least);
  return Number.isNaN(share) ? 0 : Math.max(1, WIDTH * Math.min(1, share));
}

const costOf = (gap: number) => (Number.isNaN(gap) ? '?' : regretText(gap));
