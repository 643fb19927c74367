// The module of multi-armed bandits without the page around it, as sample-family.mjs does for the others.

import { familySampler } from './sample-family.mjs';
import { loadShipped } from './shipped.mjs';

const kEntry = `
  export { MultiArmedCore as Core } from './client/multi-armed-core.ts';
  export { startPageModule } from './client/page-module.ts';
  export { instantiate } from './internal/instantiate.ts';
  export { completeSpec, experimentFromSpec } from './internal/validate.ts';`;

let loading;

/** As sampleClient(): the bodies that would be posted, one per decision. */
export async function sampleCore(...rest) {
  loading ??= loadShipped('core', kEntry, 'ldp-bandits').then(({ parts, wasm }) =>
    familySampler('multi-armed', parts, wasm),
  );
  return (await loading)(...rest);
}
