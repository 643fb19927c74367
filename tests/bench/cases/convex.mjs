// A round of a convex world on the unit ball at epsilon = 1: draw a direction, play, randomise one number,
// step. Wasm against native, and against the loop as one writes it; and a pull of a best-arm rule.
import { mediansInTurn } from '../measure.mjs';
import { convexBench } from '../programs.mjs';

const kDimension = '5';
const kRounds = '2000000';
const kTarget = 1_000_000;

const learners = {
  fkm: 'One point, convex (FKM)',
  'two-point': 'Two points, convex',
};
const others = {
  scfkm: 'strongly convex, one point',
  st: 'smooth, one point (Saha and Tewari)',
  hl: 'smooth and strongly convex, one point (Hazan and Levy)',
};

export async function measure() {
  const plain = () => convexBench('native', ['plain', kDimension, kRounds]);
  const lines = [];
  for (const [id, name] of Object.entries(learners)) {
    const args = ['simulate', id, kDimension, kRounds];
    const rate = await mediansInTurn({
      wasm: () => convexBench('wasm', args),
      native: () => convexBench('native', args),
      plain,
    });
    lines.push({
      name: `${name}, d = 5, one bit, wasm`,
      value: rate.wasm,
      unit: 'rounds/s',
      target: { atLeast: kTarget },
      comparisons: [
        { label: 'native', value: rate.native, unit: 'rounds/s' },
        { label: 'FKM as one writes it in C++, native', value: rate.plain, unit: 'rounds/s' },
      ],
    });
  }
  lines.push(await slower(), await pulls());
  return lines;
}

/** Learners that solve something in every round. */
async function slower() {
  const args = (id) => ['simulate', id, kDimension, '500000'];
  const rate = await mediansInTurn(
    Object.fromEntries(
      Object.keys(others).flatMap((id) =>
        ['wasm', 'native'].map((preset) => [
          `${preset} ${id}`,
          () => convexBench(preset, args(id)),
        ]),
      ),
    ),
  );
  const [first, ...rest] = Object.entries(others);
  return {
    name: `The same, ${first[1]}, wasm`,
    value: rate[`wasm ${first[0]}`],
    unit: 'rounds/s',
    comparisons: [
      { label: 'native', value: rate[`native ${first[0]}`], unit: 'rounds/s' },
      ...rest.flatMap(([id, label]) => [
        { label: `${label}, wasm`, value: rate[`wasm ${id}`], unit: 'rounds/s' },
        { label: 'native', value: rate[`native ${id}`], unit: 'rounds/s' },
      ]),
    ],
  };
}

async function pulls() {
  const rate = await mediansInTurn({
    wasm: () => convexBench('wasm', ['best-arm', kRounds]),
    native: () => convexBench('native', ['best-arm', kRounds]),
  });
  return {
    name: 'KL-LUCB, ten arms, one bit, wasm',
    value: rate.wasm,
    unit: 'pulls/s',
    comparisons: [{ label: 'native', value: rate.native, unit: 'pulls/s' }],
  };
}
