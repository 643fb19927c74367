// One decision of one visitor who is shown a slate, in Node: choose() one of 10 cards out of 100, then
// reward() with what was done with each until the noisy bytes are queued.
import { timeClient } from '../client-decisions.mjs';

const kArms = 100;
const kShown = 10;

const set = { type: 'top-k', arms: kArms, choose: kShown };
const outcomes = Array.from({ length: kShown }, (_, i) => i & 1);
const medianOf = (algorithm) =>
  timeClient(algorithm, { decisions: 5_000, repetitions: 5, feedback: () => outcomes });

export async function measure() {
  const bit = await medianOf({ type: 'combinatorial-thompson', set });
  const laplace = await medianOf({ type: 'cucb-ldp2', set });
  const all = await medianOf({ type: 'cucb-ldp1', set });
  return [
    {
      name: 'choose() and reward() of a slate, 10 of 100, one randomised bit about one of them, median',
      value: bit.both,
      unit: 'microseconds',
      target: { atMost: 60 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: bit.choose },
        { label: 'the same with exact discrete Laplace (cucb-ldp2)', value: laplace.both },
        { label: 'all ten reported, 2 x 10 Laplace draws (cucb-ldp1)', value: all.both },
      ],
    },
    {
      name: 'Longest report of a slate, 10 of 100, one of them reported',
      value: bit.bytes,
      unit: 'bytes',
      target: { atMost: 101 },
      comparisons: [
        { label: 'with Laplace noise (cucb-ldp2)', value: laplace.bytes },
        { label: 'all ten reported (cucb-ldp1)', value: all.bytes },
      ],
    },
  ];
}
