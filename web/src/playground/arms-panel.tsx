/** The arms as they really are: only a simulation can know that. */
import { regretText } from '../runs/curves.js';
import { DataTable } from '../shared/data-table.js';
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
        title="The true means"
        aside="only a simulation knows them"
        level={2}
      />
      <DataTable
        label="The arms"
        heads={['Arm', 'Mean', '', 'Regret a round']}
        named
        rows={means.map((mean, arm) => [
          arm + 1,
          Number.isNaN(mean) ? '?' : regretText(mean),
          <svg key="bar" width={WIDTH} height="12" aria-hidden="true">
            <rect class="arm-bar" width={barOf(mean, least, most)} height="12" rx="2" />
          </svg>,
          mean === best ? 'best' : costOf(best - mean),
        ])}
      />
    </section>
  );
}

function barOf(mean: number, least: number, most: number): number {
  const share = (mean - least) / (most - least);
  return Number.isNaN(share) ? 0 : Math.max(1, WIDTH * Math.min(1, share));
}

const costOf = (gap: number) => (Number.isNaN(gap) ? '?' : regretText(gap));
