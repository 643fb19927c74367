// The wasm module of the package without the page around it, for volume: the public API costs a Request and
// a Response per report, a hundred times what the randomiser costs. The TypeScript between is the package's
// own (bindings/ts/client/multi-armed-core.ts), and the module is the file that is shipped.

import { emptySample, readReport } from './read-report.mjs';
import { loadShipped } from './shipped.mjs';

const kEntry = `
  export { default as createModule } from './generated/client-glue.mjs';
  export { MultiArmedCore } from './client/multi-armed-core.ts';
  export { fillWithRandomness } from './client/randomness.ts';
  export { instantiate } from './internal/instantiate.ts';
  export { completeSpec, experimentFromSpec } from './internal/validate.ts';`;

async function loadCore() {
  const { parts: core, wasm } = await loadShipped('core', kEntry, 'ldp-bandits');
  const functions = { fill: core.fillWithRandomness };
  const module = await core.instantiate(core.createModule, wasm, undefined, functions);
  return ({ algorithm, epsilon, delta = 0 }) => {
    const experiment = core.experimentFromSpec(core.completeSpec(algorithm), { epsilon });
    return new core.MultiArmedCore(module, 'audit', experiment, { epsilon, delta });
  };
}

let loading;

/** As sampleClient(): the bodies that would be posted, one per decision. */
export async function sampleCore(claim, inputOf, count) {
  loading ??= loadCore();
  const core = (await loading)(claim);
  const sample = emptySample(claim, count);
  const { arms } = claim.algorithm;
  core.setSnapshot({
    id: 1,
    reports: 0,
    scale: 1,
    mean: new Float64Array(arms),
    width: new Float64Array(arms).fill(Number.POSITIVE_INFINITY),
    tilt: new Float64Array(0),
    weights: new Float64Array(0),
    forced: -1,
    incumbent: -1,
  });
  for (let i = 0; i < count; ++i) {
    const drawn = core.choose([], 0);
    const feedback = inputOf(i);
    const body = feedback === undefined ? drawn.body : core.report(drawn.sealed, feedback);
    readReport(sample, i, claim, body);
  }
  core.dispose();
  return sample;
}
