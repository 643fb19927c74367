/** What the page with slates begins with. */
import { TRUTH } from '../src/demos/several/demo-knows/truth.js';
import { choose } from '../src/demos/several/demo-knows/visit.js';
import { SLATES } from '../src/demos/several/shared/cards.js';
import { SLATE } from '../src/demos/several/shared/experiment.js';
import { REGRET, readInTheClear, runCrowds } from './crowds.js';

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    ...REGRET,
    levels: SLATE,
    choose,
    visitors: 4000,
  });
  const nonPrivate = await readInTheClear({
    seed: 'slates',
    environment: { type: 'combinatorial', set: SLATES, means: TRUTH },
    runs: [{ label: 'free', policy: { type: 'combinatorial-thompson-free' } }],
  });
  return { states, start: { snapshots, regret: past, nonPrivate } };
}
