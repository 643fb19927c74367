// The multi-armed family: every page loads it with the entry. The module is that of the entry, with or without noise.
import {
  instantiate,
  requireExport,
  type Start,
  type WasmSource,
} from '../internal/instantiate.js';
import { completeSpec, experimentFromSpec } from '../internal/validate.js';
import type { Embedded, Family } from './family.js';
import { givenWasm } from './given-wasm.js';
import { type ClientModule, MultiArmedCore } from './multi-armed-core.js';
import { startPageModule } from './page-module.js';

const start: Start<ClientModule> = (compiled) => startPageModule(compiled);

export const multiArmed: Family = {
  protects: 'feedback',
  hasShares: true,
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
  const module = await instantiate(start, givenWasm('ldp-bandits.wasm', wasm), embedded, embedded);
  requireExport(module, 'noise');
  return module;
}
