// A round of a convex world on the unit ball at epsilon = 1: draw a direction, play, randomise one number,
// step. Wasm against native, and against the loop as one writes it; and a pull of best-arm rules.
import { medianRatio, mediansInTurn } from '../measure.mjs';
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
  lines.push(await slower(), await pulls(), ...(await duels()));
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

/** `best` of `arms` arms are equally good. */
const pull = (preset, rule, epoch, arms, best, amount = kRounds) =>
  convexBench(preset, ['best-arm', rule, String(epoch), String(arms), String(best), amount]);

async function pulls() {
  const rate = await mediansInTurn({
    wasm: () => pull('wasm', 'kl-lucb', 1, 10, 2),
    native: () => pull('native', 'kl-lucb', 1, 10, 2),
  });
  return {
    name: 'KL-LUCB, ten arms, one bit, wasm',
    value: rate.wasm,
    unit: 'pulls/s',
    comparisons: [{ label: 'native', value: rate.native, unit: 'pulls/s' }],
  };
}

/** All arms are equal, so that the duel goes on with all of them. */
async function duels() {
  const lines = [];
  for (const epoch of [1, 10, 100, 1000]) {
    const comparisons = [];
    for (const arms of [10, 3, 50]) {
      const amount = epoch === 1 ? '500000' : kRounds;
      const ratio = await medianRatio(
        () => pull('wasm', 'duel', epoch, arms, arms, amount),
        () => pull('wasm', 'kl-lucb', epoch, arms, arms, amount),
      );
      comparisons.push({ label: `${arms} arms`, value: ratio, unit: 'ratio' });
    }
    lines.push({
      name: `Pulls per second of ldp-duel over those of ldp-kl-lucb, ten equal arms, epochs of ${epoch}, wasm`,
      value: comparisons.shift().value,
      unit: 'ratio',
      target: { atLeast: 0.7 },
      comparisons,
    });
  }
  return lines;
}
