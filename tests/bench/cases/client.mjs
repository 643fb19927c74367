// One decision of one visitor without a context.
import { timeClient } from '../client-decisions.mjs';

const kArms = 20;
const medianOf = (algorithm) =>
  timeClient(algorithm, { decisions: 5_000, repetitions: 7, feedback: (i) => i & 1 });

export async function measure() {
  const spec = { type: 'weighted-ldp-ucb', arms: kArms };
  const laplace = { type: 'he-ldp-ucb-laplace', arms: kArms, epsilonMin: 1 };
  const bits = await medianOf(spec);
  const integers = await medianOf(laplace);
  return [
    {
      name: 'choose() and reward() until its promise resolves, one randomised bit, ledger in memory, median',
      value: bits.both,
      unit: 'microseconds',
      target: { atMost: 20 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: bits.choose },
        {
          label: 'the same with exact discrete Laplace (he-ldp-ucb-laplace)',
          value: integers.both,
        },
      ],
    },
  ];
}
