// A module of the package without the page around it, for volume: the public API costs a Request and a Response per
// report, a hundred times what the randomiser costs. The TypeScript between is the package's own, and the module is
// the file that is shipped.

import { drawerOf } from './draw-report.mjs';
import { emptySample, readReport } from './read-report.mjs';
import { loadShipped } from './shipped.mjs';

const entryOf = (module, core, validators) => `
  export { ${core} as Core } from './client/${module}/core.ts';
  export { startPageModule } from './client/page-module.ts';
  export { instantiate } from './internal/instantiate.ts';
  ${validators.map((file) => `export * from './internal/validate-${file}.ts';`).join('\n')}`;

/** By module: what a sabotaged one is loaded through, too (build-mutant.mjs). */
export const kFamilies = {
  contextual: {
    entry: entryOf('contextual', 'ContextualCore', ['linear', 'generalized-linear']),
  },
  combinatorial: { entry: entryOf('combinatorial', 'CombinatorialCore', ['combinatorial']) },
  convex: { entry: entryOf('convex', 'ConvexCore', ['convex']) },
};

/**
 * @param {keyof typeof kFamilies | 'multi-armed'} family
 * @param {object} parts the exports of its entry
 * @param {Uint8Array} wasm
 * @returns {(claim: object, inputOf: (index: number) => unknown, count: number,
 *   project?: import('./vector-claims.mjs').Project) => Promise<import('./event-families.mjs').Sample>} the bodies
 *   that would be posted, one per decision
 */
export function familySampler(family, parts, wasm) {
  const { instantiate, startPageModule } = parts;
  const loading = instantiate(startPageModule, wasm);
  return async (claim, inputOf, count, project) => {
    const drawer = drawerOf(family, parts, await loading, claim);
    const sample = emptySample(claim, count, project);
    for (let i = 0; i < count; ++i) {
      readReport(sample, i, claim, drawer.draw(inputOf(i)), project);
    }
    drawer.dispose();
    return sample;
  };
}

const shipped = new Map();

/** The same of the module that is shipped. */
export const sampleFamily =
  (family) =>
  async (...rest) => {
    if (!shipped.has(family)) {
      const loading = loadShipped(family, kFamilies[family].entry, family);
      const sampler = loading.then(({ parts, wasm }) => familySampler(family, parts, wasm));
      shipped.set(family, sampler);
    }
    return (await shipped.get(family))(...rest);
  };
