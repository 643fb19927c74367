// Figure 1c in full (three algorithms, 50 trials, 6 million rounds: 900 million) on all processors. Without
// --full a few of its trials are played at full length and the time is scaled up: trials are independent and
// equally long.
import { availableParallelism } from 'node:os';
import { ren2020 } from 'ldp-bandits/papers';
import { createSimulator } from 'ldp-bandits/simulation';
import { nativeBench } from '../programs.mjs';
import { runs } from './worlds.mjs';

const kTrials = 6;
const kNativeRounds = 6_000_000;

export async function measure({ full = false } = {}) {
  const figure = ren2020.figures.find(({ id }) => id === '1c');
  const [{ spec }] = figure.specs('full');
  const trials = full ? spec.replicates : Math.min(kTrials, spec.replicates);
  const simulator = await createSimulator({ workers: 'auto' });
  // Compiled and warm, as after the first second in a tab.
  await simulator.run({
    ...spec,
    horizon: 200_000,
    replicates: simulator.workers,
    record: undefined,
  }).result;
  const start = performance.now();
  const run = simulator.run({ ...spec, replicates: trials });
  const eta = [];
  for await (const event of run) {
    if (event.type !== 'progress' || event.etaMs === null || event.etaMs === 0) continue;
    eta.push({ at: performance.now() - start, total: performance.now() - start + event.etaMs });
  }
  const { digest } = await run.result;
  const took = performance.now() - start;
  const seconds = (took / 1000) * (spec.replicates / trials);
  const rounds = spec.horizon * spec.replicates * spec.runs.length;
  await simulator[Symbol.asyncDispose]();
  const native = await nativeRate();
  return [
    {
      name: `Figure 1c in full on ${simulator.workers} workers${full ? '' : `, from ${trials} of its ${spec.replicates} trials`}`,
      value: seconds,
      unit: 'seconds',
      target: { atMost: 75 },
      comparisons: [
        { label: 'rounds of all workers', value: rounds / seconds, unit: 'rounds/s' },
        {
          label: 'native, as many processes at once',
          value: rounds / native,
          note: `${(native / 1e6).toFixed(1)} million rounds/s`,
        },
        { label: 'over native', value: (seconds * native) / rounds, unit: 'ratio' },
        ...toldAt(eta, took),
      ],
      digest,
    },
  ];
}

/** What the progress bar said about the end, relative to when it came. */
function toldAt(eta, took) {
  return [0.25, 0.5, 0.75].flatMap((share) => {
    const told = eta.find(({ at }) => at >= share * took);
    const label = `end as told after ${100 * share} % of the time, over the real one`;
    return told === undefined ? [] : [{ label, value: told.total / took, unit: 'ratio' }];
  });
}

/** Rounds a second of the three algorithms in equal parts, one process for each processor. */
async function nativeRate() {
  const share = async () => {
    let seconds = 0;
    for (const name of Object.keys(runs)) {
      const { rate } = await nativeBench(['simulate', name, 'mixed', '1', String(kNativeRounds)]);
      seconds += 1 / rate;
    }
    return Object.keys(runs).length / seconds;
  };
  await nativeBench(['simulate', 'ucb1', 'mixed', '1', '1000']);
  const rates = await Promise.all(Array.from({ length: availableParallelism() }, share));
  return rates.reduce((sum, rate) => sum + rate, 0);
}
