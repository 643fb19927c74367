/** What the first page begins with. */
import { TRUTH } from '../src/demo-knows/truth.js';
import { choose } from '../src/demo-knows/visit.js';
import { POSTER } from '../src/shared/experiment.js';
import { REGRET, readInTheClear, runCrowds } from './crowds.js';

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    ...REGRET,
    levels: POSTER,
    choose,
    visitors: 1200,
  });
  const nonPrivate = await readInTheClear({
    seed: 'posters',
    environment: { type: 'bernoulli', means: TRUTH },
    runs: [{ label: 'thompson', policy: { type: 'thompson' } }],
  });
  return { states, start: { snapshots, regret: past, nonPrivate } };
}
