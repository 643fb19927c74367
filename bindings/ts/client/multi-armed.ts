// The multi-armed family: every page loads it with the entry.
import createModule from '../generated/client-glue.mjs';
import { instantiate, requireBinding, type WasmSource } from '../internal/instantiate.js';
import { completeSpec, experimentFromSpec } from '../internal/validate.js';
import type { Embedded, Family } from './family.js';
import { givenWasm } from './given-wasm.js';
import { type ClientModule, MultiArmedCore } from './multi-armed-core.js';
import { fillWithRandomness } from './randomness.js';

export const multiArmed: Family = {
  protects: 'feedback',
  complete: (spec) => completeSpec(spec),
  async load(wasm, embedded) {
    const module = await loadMultiArmed(wasm, embedded);
    return (pinned) => {
      const experiment = experimentFromSpec(pinned.algorithm, pinned);
      return new MultiArmedCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

/** Also for the families whose reports are those of this one. */
export async function loadMultiArmed(
  wasm: WasmSource | undefined,
  embedded: Embedded,
): Promise<ClientModule> {
  const fill = { fill: fillWithRandomness };
  const module = await instantiate<ClientModule>(
    createModule,
    givenWasm('ldp-bandits.wasm', wasm),
    embedded,
    fill,
  );
  requireBinding(module, 'noise');
  return module;
}
