// UCB1 on 20 Bernoulli arms: the package against a hand-written loop. Then the three algorithms of
// figure 1c on its mixed rewards: wasm against native, round by round.
import { createSimulator } from 'ldp-bandits/simulation';
import { ucb1TypedArrays } from '../competitors/ucb1-typed-arrays.mjs';
import { inTurn, rate } from '../measure.mjs';
import { nativeBench, wasmBench } from '../programs.mjs';
import { bernoulli, means, runs } from './worlds.mjs';

const kHorizon = 4_000_000;
const kReplicates = 16;
const kRepetitions = 7;
/** Rounds of wasm against native: fewer for L, which draws much noise. */
const kRounds = { ucb1: 20_000_000, b: 20_000_000, l: 4_000_000 };
const kWasmRepetitions = 3;

export async function measure() {
  return [...(await againstHandWritten()), ...(await againstNative())];
}

async function againstHandWritten() {
  const simulator = await createSimulator();
  const play = async (horizon, replicates) => {
    const spec = { version: 1, seed: 'bench', horizon, replicates };
    const run = simulator.run({ ...spec, environment: bernoulli, runs: [runs.ucb1] });
    return (await run.result).curves[0];
  };
  const { t } = await play(kHorizon, 1);
  let seed = 0;
  const { one, many, hand } = await inTurn(
    {
      one: () => rate(kHorizon, () => play(kHorizon, 1)),
      many: () => rate(kHorizon, () => play(kHorizon / kReplicates, kReplicates)),
      hand: () =>
        rate(kHorizon, () => {
          seed += 1;
          ucb1TypedArrays(means, t, seed);
        }),
    },
    kRepetitions,
  );
  await simulator[Symbol.asyncDispose]();
  const line = (name, { median }) => ({
    name,
    value: median / hand.median,
    unit: 'ratio',
    target: { atLeast: 1.2 },
    comparisons: [
      { label: 'ldp-bandits/simulation', value: median, unit: 'rounds/s' },
      { label: 'hand-written JavaScript, typed arrays', value: hand.median, unit: 'rounds/s' },
    ],
  });
  return [
    line('Simulation of UCB1 (20 arms, 1 replicate, in slices) over hand-written JavaScript', one),
    line(`The same with ${kReplicates} replicates in step`, many),
  ];
}

async function againstNative() {
  const lines = [];
  for (const [name, { label }] of Object.entries(runs)) {
    const args = ['simulate', name, 'mixed', '1', String(kRounds[name])];
    const { wasm, native } = await inTurn(
      {
        wasm: async () => (await wasmBench(args)).rate,
        native: async () => (await nativeBench(args)).rate,
      },
      kWasmRepetitions,
    );
    lines.push({
      name: `${label} on mixed rewards, time of a round in wasm over native`,
      value: native.median / wasm.median,
      unit: 'ratio',
      target: { atMost: 1.3 },
      comparisons: [
        { label: 'wasm in Node', value: wasm.median, unit: 'rounds/s' },
        { label: 'native, -O3', value: native.median, unit: 'rounds/s' },
      ],
    });
  }
  return lines;
}
