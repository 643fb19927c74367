// The family with contexts: for an algorithm that takes features.
import { LdpError } from '../../internal/errors.js';
import { instantiate, requireExport, type Start } from '../../internal/instantiate.js';
import { completeSpec } from '../../internal/validate.js';
import {
  completeGeneralizedLinearSpec,
  generalizedLinearExperimentFromSpec,
  isGeneralizedLinear,
} from '../../internal/validate-generalized-linear.js';
import {
  completeLinearSpec,
  isLinear,
  linearExperimentFromSpec,
  withCodewords,
} from '../../internal/validate-linear.js';
import type { Family } from '../family.js';
import { givenWasm } from '../given-wasm.js';
import { startPageModule } from '../page-module.js';
import { mismatch } from '../snapshot.js';
import { ContextualCore, type ContextualModule } from './core.js';

/** A function of its own, by which the instance is remembered. */
const start: Start<ContextualModule> = (compiled) => startPageModule(compiled);

export const contextual: Family = {
  protects: 'context-and-feedback',
  complete(spec) {
    const { type } = (spec ?? {}) as { readonly type?: unknown };
    if (isGeneralizedLinear(type)) return completeGeneralizedLinearSpec(spec);
    // What no family knows is refused as the multi-armed one refuses it.
    return isLinear(type) ? completeLinearSpec(spec) : completeSpec(spec);
  },
  agree(pinned, offered) {
    if (pinned['mechanism'] !== 'codebook' || offered['mechanism'] !== 'codebook') return pinned;
    // Any codebook keeps the epsilon that the page pins; which has the least noise, the collector knows.
    const { codewords = offered['codewords'], near = offered['near'] } = pinned;
    for (const [name, value] of Object.entries({ codewords, near })) {
      if (value === undefined) throw mismatch(`algorithm.${name}`, pinned[name], offered[name]);
    }
    return withCodewords(pinned, { codewords, near });
  },
  async load(wasm, embedded) {
    const module = await instantiate(start, givenWasm('contextual.wasm', wasm), embedded);
    requireExport(module, 'sealed');
    return (pinned) => {
      const { mechanism, codewords } = pinned.algorithm as {
        mechanism?: string;
        codewords?: number;
      };
      if (mechanism === 'codebook' && codewords === undefined) throw withoutCodebook();
      const experimentFrom = isGeneralizedLinear(pinned.algorithm.type)
        ? generalizedLinearExperimentFromSpec
        : linearExperimentFromSpec;
      const experiment = experimentFrom(pinned.algorithm, pinned);
      return new ContextualCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

/** A page that leaves the numbers of its codebook to the collector cannot choose before they come. */
const withoutCodebook = () =>
  new LdpError(
    'transport',
    'The collector has not answered, and this page leaves the numbers of its codebook to it: name `codewords` and `near` of its manifest in `algorithm`, and the page has an option all the same.',
    { details: { parameter: 'codewords' }, retryable: true },
  );
