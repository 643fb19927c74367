// Linear worlds: a round of private LinUCB in wasm (choose, draw the reward, perturb, update, with a
// report's noise and a factorisation each time), against the same code with all that the processor
// has (vectors of any width, fused multiply-adds), and against a loop as one writes it with Eigen.
// Then what a round takes otherwise, and figure 1 of the paper, all but its slowest learner.
import { onlineLdpLinear } from 'ldp-bandits/papers';
import { createSimulator } from 'ldp-bandits/simulation';
import { bestInTurn } from '../measure.mjs';
import { eigenBench, linearBench } from '../programs.mjs';

const kTrials = 4;
/** Target: wasm over native. Where rounds are mostly algebra, wasm lacks FMA and wide vectors. */
const kSizes = [
  { d: 5, arms: 100, rounds: 100_000, atLeast: 0.7 },
  { d: 20, arms: 20, rounds: 30_000, atLeast: 0.7 },
  { d: 100, arms: 10, rounds: 1_500, atLeast: 0.55 },
];
const kOverEigen = 2;
const kBudget = { world: 1.5, scores: 1.2 };

export async function measure({ full = false } = {}) {
  const lines = [];
  for (const size of kSizes) lines.push(...(await learner(size)));
  lines.push(...(await parts()));
  lines.push(await figureTime(full));
  return lines;
}

async function learner({ d, arms, rounds, atLeast }) {
  const size = [String(d), String(arms), String(rounds)];
  const plays = (preset, schedule, radius = 'theory') =>
    linearBench(preset, ['learner', ...size, radius, schedule]);
  const best = await bestInTurn({
    wasm: () => plays('wasm', 'every'),
    fast: () => plays('fast', 'every'),
    eigen: () => eigenBench('native', [...size, 'every']),
    eigenFast: () => eigenBench('fast', [...size, 'every']),
    native: () => plays('native', 'every'),
    lazy: () => plays('wasm', 'lazy'),
    lazyFast: () => plays('fast', 'lazy'),
    practical: () => plays('wasm', 'lazy', 'practical'),
    round: () => linearBench('wasm', ['round', ...size, 'theory']),
    roundFast: () => linearBench('fast', ['round', ...size, 'theory']),
  });
  const name = `Private LinUCB, d = ${d}, ${arms} arms`;
  const rate = (label, value) => ({ label, value, unit: 'rounds/s' });
  return [
    {
      name: `${name}, a report's noise and a factorisation in every round: wasm over native with -march=native and fused multiply-adds`,
      value: best.wasm / best.fast,
      unit: 'ratio',
      target: { atLeast },
      comparisons: [
        rate('wasm in Node', best.wasm),
        rate('native, -march=native', best.fast),
        rate('native, -O3', best.native),
      ],
    },
    {
      name: `The same work: wasm over a plain native Eigen loop`,
      value: best.wasm / best.eigen,
      unit: 'ratio',
      ...(d === 5 && { target: { atLeast: kOverEigen } }),
      comparisons: [rate('Eigen, -O3', best.eigen), rate('Eigen, -march=native', best.eigenFast)],
    },
    // Another quantity, without a target: what a simulation does.
    {
      name: `${name}, noise and factorisation once a snapshot, as simulated: wasm over native`,
      value: best.lazy / best.lazyFast,
      unit: 'ratio',
      comparisons: [
        rate('wasm in Node', best.lazy),
        rate('native, -march=native', best.lazyFast),
        rate('wasm, practical radius, whose matrix is indefinite at times', best.practical),
      ],
    },
    {
      name: `The same with new contexts in every round: wasm over native`,
      value: best.round / best.roundFast,
      unit: 'ratio',
      comparisons: [
        rate('wasm in Node', best.round),
        rate('native, -march=native', best.roundFast),
      ],
    },
  ];
}

async function parts() {
  const lines = [];
  for (const [what, atMost] of Object.entries(kBudget)) {
    const args = [what, '5', '100', '500000'];
    const best = await bestInTurn({
      wasm: () => linearBench('wasm', args),
      fast: () => linearBench('fast', args),
    });
    lines.push({
      name: `${what === 'world' ? 'Contexts' : 'Scores'} of a round, d = 5, 100 arms, wasm`,
      value: 1e6 / best.wasm,
      unit: 'microseconds',
      target: { atMost },
      comparisons: [{ label: 'native, -march=native', value: 1e6 / best.fast }],
    });
  }
  return lines;
}

/** Some of the trials, scaled up, unless all are asked for: they are independent and equally long. */
async function figureTime(full) {
  const figures = onlineLdpLinear.figures.filter(({ id }) => /^1[abc]$/.test(id));
  const specs = figures.flatMap((figure) => figure.specs('full').map(({ spec }) => spec));
  const all = specs[0].replicates;
  const trials = full ? all : kTrials;
  const simulator = await createSimulator({ workers: 'auto' });
  const play = async (change) => {
    const start = performance.now();
    for (const spec of specs) await simulator.run({ ...spec, ...change }).result;
    return (performance.now() - start) / 1000;
  };
  // Compiled and warm, as after the first second in a tab.
  await play({ horizon: 2000, replicates: simulator.workers, record: undefined });
  const seconds = (await play({ replicates: trials })) * (all / trials);
  const { workers } = simulator;
  await simulator[Symbol.asyncDispose]();
  const rounds = specs.reduce((sum, { runs, horizon }) => sum + runs.length * horizon * all, 0);
  return {
    name: `Figure 1 a to c of the linear paper, all but Maler, on ${workers} workers${full ? '' : `, from ${trials} of its ${all} trials`}`,
    value: seconds,
    unit: 'seconds',
    target: { atMost: 60 },
    comparisons: [{ label: 'rounds of all workers', value: rounds / seconds, unit: 'rounds/s' }],
  };
}
