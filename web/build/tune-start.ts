/** What the tuning page begins with: the real path of the point. */

import { choose } from '../src/demos/sliders/demo-knows/visit.js';
import { TUNE } from '../src/demos/sliders/shared/experiment.js';
import type { TuneSnapshot } from '../src/demos/sliders/shared/snapshot.js';
import type { PastItem } from '../src/server/past.js';
import { runCrowds } from './crowds.js';

const short = (value: number) => Math.round(value * 1e4) / 1e4;

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    levels: TUNE,
    choose,
    visitors: 2500,
    kept: 60,
    note: ({ reports, point, answer }: TuneSnapshot): PastItem => [
      reports,
      ...[...point, ...answer].map(short),
    ],
  });
  return { states, start: { snapshots, paths: past } };
}
