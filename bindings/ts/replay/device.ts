// The devices of a replay: the modules and the code that pages load, with a seeded stream in place of the
// generator of the operating system.
import type { Core } from '../client/core.js';
import type { Pinned } from '../client/manifest.js';
import { type PageModule, startPageModule } from '../client/page-module.js';
import { compile, instantiate } from '../internal/instantiate.js';
import { unpack } from '../internal/unpack.js';
import { experimentFromSpec } from '../internal/validate.js';
import { combinatorialExperimentFromSpec } from '../internal/validate-combinatorial.js';
import {
  generalizedLinearExperimentFromSpec,
  isGeneralizedLinear,
} from '../internal/validate-generalized-linear.js';
import { linearExperimentFromSpec } from '../internal/validate-linear.js';
// Spelled from the folder above: an output of another build (scripts/build-package.mjs).
import { packed } from '../replay/modules.js';
import type { SeededStream } from './stream.js';

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** An instance of its own: its pool of entropy is filled by `stream` alone. */
async function start<M extends PageModule>(
  name: keyof typeof packed,
  { fill }: SeededStream,
): Promise<M> {
  const load = async () => compile(await unpack((await packed[name]()).packedWasm));
  const module = compiled.get(name) ?? load();
  compiled.set(name, module);
  const source = () => module;
  return instantiate<M>((code) => startPageModule(code, fill), source, source);
}

/** A device that follows the experiment of `pinned`. */
export async function openDevice(
  family: keyof typeof packed,
  pinned: Pinned,
  stream: SeededStream,
): Promise<Core> {
  const { experiment: name, algorithm } = pinned;
  if (family === 'multi-armed') {
    const { MultiArmedCore } = await import('../client/multi-armed-core.js');
    const module = await start<ConstructorParameters<typeof MultiArmedCore>[0]>(family, stream);
    return new MultiArmedCore(module, name, experimentFromSpec(algorithm, pinned), pinned);
  }
  if (family === 'combinatorial') {
    const { CombinatorialCore } = await import('../client/combinatorial/core.js');
    const module = await start<ConstructorParameters<typeof CombinatorialCore>[0]>(family, stream);
    const experiment = combinatorialExperimentFromSpec(algorithm, pinned);
    return new CombinatorialCore(module, name, experiment, pinned);
  }
  const { ContextualCore } = await import('../client/contextual/core.js');
  const module = await start<ConstructorParameters<typeof ContextualCore>[0]>(family, stream);
  const experimentFrom = isGeneralizedLinear(algorithm.type)
    ? generalizedLinearExperimentFromSpec
    : linearExperimentFromSpec;
  return new ContextualCore(module, name, experimentFrom(algorithm, pinned), pinned);
}
