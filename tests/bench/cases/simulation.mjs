// UCB1 on the 20 Bernoulli arms of Ren et al. 2020: the package against a hand-written loop, and
// wasm against native.
import { createSimulator } from 'ldp-bandits/simulation';
import { ucb1TypedArrays } from '../competitors/ucb1-typed-arrays.mjs';
import { inTurn, rate } from '../measure.mjs';
import { nativeBench, wasmBench } from '../programs.mjs';

const kMeans = [
  0.9, 0.8, 0.8, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5,
  0.5,
];
const kHorizon = 4_000_000;
const kReplicates = 16;
const kRepetitions = 7;

function specOf(horizon, replicates) {
  return {
    version: 1,
    seed: 'bench',
    horizon,
    replicates,
    environment: { type: 'bernoulli', means: kMeans },
    runs: [{ label: 'ucb1', policy: { type: 'ucb1' } }],
  };
}

export async function measure() {
  const simulator = await createSimulator();
  const play = async (horizon, replicates) =>
    (await simulator.run(specOf(horizon, replicates)).result).curves[0];
  const { t } = await play(kHorizon, 1);
  let seed = 0;
  const handWritten = () =>
    rate(kHorizon, () => {
      seed += 1;
      ucb1TypedArrays(kMeans, t, seed);
    });
  const { one, many, hand } = await inTurn(
    {
      one: () => rate(kHorizon, () => play(kHorizon, 1)),
      many: () => rate(kHorizon, () => play(kHorizon / kReplicates, kReplicates)),
      hand: handWritten,
    },
    kRepetitions,
  );
  const args = ['simulate', '1', String(kHorizon)];
  const { wasm, native } = await inTurn(
    {
      wasm: async () => (await wasmBench(args)).rate,
      native: async () => (await nativeBench(args)).rate,
    },
    kRepetitions,
  );
  await simulator[Symbol.asyncDispose]();
  const handLine = {
    label: 'hand-written JavaScript, typed arrays',
    value: hand.median,
    unit: 'rounds/s',
  };
  return [
    {
      name: 'Simulation of UCB1 (20 arms, 1 replicate, in slices) over hand-written JavaScript',
      value: one.median / hand.median,
      unit: 'ratio',
      target: { atLeast: 1.2 },
      comparisons: [
        { label: 'ldp-bandits/simulation', value: one.median, unit: 'rounds/s' },
        handLine,
      ],
    },
    {
      name: `The same with ${kReplicates} replicates in step`,
      value: many.median / hand.median,
      unit: 'ratio',
      target: { atLeast: 1.2 },
      comparisons: [
        { label: 'ldp-bandits/simulation', value: many.median, unit: 'rounds/s' },
        handLine,
      ],
    },
    {
      name: 'The same simulation, wasm over native',
      value: wasm.median / native.median,
      unit: 'ratio',
      target: { atLeast: 0.9 },
      comparisons: [
        { label: 'wasm in Node', value: wasm.median, unit: 'rounds/s' },
        { label: 'native, -O3', value: native.median, unit: 'rounds/s' },
      ],
    },
  ];
}
