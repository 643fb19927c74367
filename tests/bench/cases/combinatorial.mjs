// A round of a top-K world, m = 100 and K = 10: choose, draw what is reported, randomise, update. Wasm
// against native. The oracle is also measured alone: with one changed weight, as after a report, and from
// scratch.
import { mediansInTurn } from '../measure.mjs';
import { combinatorialBench } from '../programs.mjs';

const kArms = '100';
const kChoose = '10';
const kRounds = '3000000';
const kTarget = 2_000_000;

const algorithms = {
  'cucb-ldp-bit': 'CUCB-LDP, one bit',
  'cucb-ldp2': 'CUCB-LDP2',
};
const others = { 'combinatorial-thompson': 'Thompson sampling, 100 draws a round', cucb: 'CUCB' };
const families = ['top-k', 'path', 'spanning-tree', 'matching'];

export async function measure() {
  const lines = [];
  for (const [id, name] of Object.entries(algorithms)) lines.push(...(await rounds(id, name)));
  lines.push(await slower());
  lines.push(await oracles());
  return lines;
}

async function rounds(id, name) {
  const args = ['simulate', id, kArms, kChoose, kRounds];
  const update = ['update', kArms, kChoose, kRounds];
  const rate = await mediansInTurn({
    native: () => combinatorialBench('native', args),
    wasm: () => combinatorialBench('wasm', args),
    nativeOracle: () => combinatorialBench('native', update),
    wasmOracle: () => combinatorialBench('wasm', update),
  });
  const share = (round, oracle) => `${Math.round((100 * round) / oracle)} %`;
  return [
    {
      name: `${name}, top-K, m = 100, K = 10, native`,
      value: rate.native,
      unit: 'rounds/s',
      target: { atLeast: kTarget },
      comparisons: [
        {
          label: `the oracle alone, one weight moved: ${share(rate.native, rate.nativeOracle)} of a round`,
          value: 1e9 / rate.nativeOracle,
          unit: 'nanoseconds',
        },
      ],
    },
    {
      name: 'The same, time of a round in wasm over native',
      value: rate.native / rate.wasm,
      unit: 'ratio',
      target: { atMost: 1.3 },
      comparisons: [
        { label: 'wasm in Node', value: rate.wasm, unit: 'rounds/s' },
        {
          label: `the oracle alone in wasm: ${share(rate.wasm, rate.wasmOracle)} of a round`,
          value: 1e9 / rate.wasmOracle,
          unit: 'nanoseconds',
        },
      ],
    },
  ];
}

async function slower() {
  const args = (id) => ['simulate', id, kArms, kChoose, '300000'];
  const sides = Object.keys(others).flatMap((id) =>
    ['native', 'wasm'].map((preset) => [
      `${preset} ${id}`,
      () => combinatorialBench(preset, args(id)),
    ]),
  );
  const rate = await mediansInTurn(Object.fromEntries(sides));
  return {
    name: `${others['combinatorial-thompson']}, the same world, wasm`,
    value: rate['wasm combinatorial-thompson'],
    unit: 'rounds/s',
    comparisons: [
      { label: 'native', value: rate['native combinatorial-thompson'], unit: 'rounds/s' },
      { label: `${others.cucb}, wasm`, value: rate['wasm cucb'], unit: 'rounds/s' },
      { label: `${others.cucb}, native`, value: rate['native cucb'], unit: 'rounds/s' },
    ],
  };
}

/** From scratch, all weights new. */
async function oracles() {
  const solves = (preset, family) => () =>
    combinatorialBench(preset, ['solve', family, kArms, '100000']);
  const rate = await mediansInTurn(
    Object.fromEntries(
      families.flatMap((family) => [
        [`${family}, wasm`, solves('wasm', family)],
        [`${family}, native`, solves('native', family)],
      ]),
    ),
  );
  const [first, ...rest] = Object.entries(rate);
  return {
    name: `An oracle from scratch, about 100 arms, ${first[0]}`,
    value: 1e9 / first[1],
    unit: 'nanoseconds',
    comparisons: rest.map(([label, value]) => ({ label, value: 1e9 / value, unit: 'nanoseconds' })),
  };
}
