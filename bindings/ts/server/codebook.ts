/**
 * The codebook of an experiment, as its manifest names it. The core finds the one with the least noise, so that a
 * device searches for nothing, and an experiment that leaves it to the default is the same as one that states it.
 */
import { linearLearnerRecord } from '../generated/catalog-linear.js';
import { isCoreError, untrapped } from '../internal/errors.js';
import { flat } from '../internal/flat.js';
import { type CompleteSpec, invalidArgument } from '../internal/validate.js';
import { withCodewords } from '../internal/validate-linear.js';
import type { LearnerModule } from './learner-module.js';
import { type Described, digested } from './manifest.js';
import type { AlgorithmSpec } from './types/index.js';

/**
 * The experiment with `codewords` and `near` named. One of another mechanism is as it was.
 *
 * @throws LdpError `invalid_argument`, naming the option, for a codebook that the core refuses.
 */
export function withCodebook(module: LearnerModule, described: Described): Described {
  const { experiment, manifest } = described;
  if (experiment.family !== 'linear' && experiment.family !== 'generalized-linear')
    return described;
  if (experiment.mechanism !== 'codebook') return described;
  const found = untrapped(() => module.codebookOf(flat(linearLearnerRecord(experiment))));
  if (isCoreError(found)) {
    const parameter = `experiments.${manifest.experiment}.algorithm.${found.parameter}`;
    throw invalidArgument(parameter, found.value, found.reason);
  }
  const { codewords, near } = found;
  const { digest: _, ...undigested } = manifest;
  const given = manifest.algorithm as unknown as CompleteSpec;
  const algorithm = withCodewords(given, { codewords, near }) as unknown as AlgorithmSpec;
  return {
    ...described,
    experiment: { ...experiment, codewords, near },
    manifest: digested({ ...undigested, algorithm }),
  };
}
