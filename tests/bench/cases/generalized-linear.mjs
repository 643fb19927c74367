// Generalized linear worlds: a round of glm-newton in wasm (choose, draw the feedback, take its score
// and curvature, perturb, update, with a new snapshot each time) against a native loop as one writes it
// with Eigen. Then what a round of the other learners takes, and of all of them with new contexts.
import { bestInTurn } from '../measure.mjs';
import { glmBench, glmEigenBench } from '../programs.mjs';

const kRounds = 100_000;
/** Target: wasm over the Eigen loop. */
const kOverEigen = 0.6;
const kOthers = ['ldp-glm-gloc', 'ldp-glm-sgd', 'ldp-glm-published', 'gloc', 'ucb-glm'];

export async function measure() {
  return [
    await overEigen(5, 20, kRounds),
    await overEigen(20, 20, kRounds / 5),
    ...(await rates()),
  ];
}

async function overEigen(d, arms, rounds) {
  const size = [String(d), String(arms), String(rounds)];
  const newton = ['learner', 'ldp-glm-newton', ...size];
  const best = await bestInTurn({
    wasm: () => glmBench('wasm', newton),
    native: () => glmBench('native', newton),
    eigen: () => glmEigenBench('native', size),
  });
  const rate = (label, value) => ({ label, value, unit: 'rounds/s' });
  return {
    name: `LDP-GLM Newton, d = ${d}, ${arms} arms, a report's noise and a new snapshot in every round: wasm over a plain native Eigen loop`,
    value: best.wasm / best.eigen,
    unit: 'ratio',
    ...(d === 5 && { target: { atLeast: kOverEigen } }),
    comparisons: [
      rate('wasm in Node', best.wasm),
      rate('Eigen, -O3', best.eigen),
      rate('native, -O3', best.native),
    ],
  };
}

/** Without a target: what a simulation of each takes. */
async function rates() {
  const lines = [];
  for (const algorithm of ['ldp-glm-newton', ...kOthers]) {
    const args = [algorithm, '5', '20', String(kRounds / 5)];
    const best = await bestInTurn(
      {
        learner: () => glmBench('wasm', ['learner', ...args]),
        round: () => glmBench('wasm', ['round', ...args]),
      },
      3,
    );
    lines.push({
      name: `A round of ${algorithm} with new contexts, d = 5, 20 arms, wasm`,
      value: 1e6 / best.round,
      unit: 'microseconds',
      comparisons: [{ label: 'with contexts that are there', value: 1e6 / best.learner }],
    });
  }
  return lines;
}
