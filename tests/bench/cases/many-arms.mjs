// A decision among a million arms: frozen-log mode, which looks at the arms that can be best, against looking
// at all of them.
import { ucb1TypedArrays } from '../competitors/ucb1-typed-arrays.mjs';
import { inTurn, rate } from '../measure.mjs';
import { nativeBench, wasmBench } from '../programs.mjs';

const kArms = 1_000_000;
/** Three epochs of 1 % and more after every arm was played once. */
const kRounds = 1_000_000;
/** Of the competitor, which needs a million steps for each. */
const kLooks = 300;

export async function measure() {
  const args = ['frozen-log', String(kArms), String(kRounds)];
  const means = Float64Array.from({ length: kArms }, (_, arm) => arm / kArms);
  const microseconds = ({ median }) => 1e6 / median;
  const { wasm, native, all } = await inTurn(
    {
      wasm: async () => (await wasmBench(args)).rate,
      native: async () => (await nativeBench(args)).rate,
      all: () => rate(kLooks, () => ucb1TypedArrays(means, Float64Array.of(kLooks), 1)),
    },
    3,
  );
  return [
    {
      name: 'A decision among 1,000,000 arms in frozen-log mode, wasm, amortised',
      value: microseconds(wasm),
      unit: 'microseconds',
      target: { atMost: 2 },
      comparisons: [
        { label: 'the same, native', value: microseconds(native) },
        { label: 'wasm over native', value: native.median / wasm.median, unit: 'ratio' },
        {
          label: 'hand-written JavaScript, typed arrays, every arm looked at',
          value: microseconds(all),
        },
        { label: 'that over this', value: wasm.median / all.median, unit: 'ratio' },
      ],
    },
  ];
}
