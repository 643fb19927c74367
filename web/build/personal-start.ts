/** What the contextual page begins with: what ten thousand reports really teach. */
import { baselines } from '../src/demos/personal/demo-knows/truth.js';
import { choose } from '../src/demos/personal/demo-knows/visit.js';
import { PERSONAL } from '../src/demos/personal/shared/experiment.js';
import { REGRET, runCrowds } from './crowds.js';

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    ...REGRET,
    levels: PERSONAL,
    choose,
    visitors: 10_000,
    // A hundredth of those who came, so that early ones teach early.
    epochOf: (done) => Math.max(25, Math.round(done / 100)),
  });
  return { states, start: { snapshots, regret: past, ...baselines() } };
}
