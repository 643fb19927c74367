/** What the first page begins with. */
import { TRUTH } from '../src/demo-knows/truth.js';
import { choose } from '../src/demo-knows/visit.js';
import { DEFAULT_STOP, POSTER, PUBLISH_EVERY } from '../src/shared/experiment.js';
import { REGRET, readInTheClear, runCrowds } from './crowds.js';

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    ...REGRET,
    levels: POSTER,
    choose,
    // The level that pages begin with is the one that is seen.
    visitors: (stop) => (stop === DEFAULT_STOP ? 20_000 : 2_500),
    // Model versions come further apart as more is known: early reports change more.
    epochOf: (done) => Math.max(PUBLISH_EVERY.reports, done >> 4),
  });
  const nonPrivate = await readInTheClear({
    seed: 'posters',
    environment: { type: 'bernoulli', means: TRUTH },
    runs: [{ label: 'thompson', policy: { type: 'thompson' } }],
  });
  return { states, start: { snapshots, regret: past, nonPrivate } };
}
