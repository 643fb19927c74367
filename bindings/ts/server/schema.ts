/** Names for the layout of sums: statistics of two names never add up. */
import { reportsOf } from '../internal/validate-best-arm.js';
import type { CombinatorialExperiment } from '../internal/validate-combinatorial.js';
import type {
  ContextualExperiment,
  GeneralizedLinearExperiment,
  LinearExperiment,
} from '../internal/validate-linear.js';
import { convexSchemaOf } from './convex.js';
import { digest } from './digest.js';
import type { AnyExperiment } from './learner-module.js';

/** What the positions of the sums mean, and in which units. */
export function schemaOf(experiment: AnyExperiment): string {
  if (experiment.family === 'linear') return linearSchemaOf(experiment);
  if (experiment.family === 'generalized-linear') return scoreSchemaOf(experiment);
  if (experiment.family === 'combinatorial') return combinatorialSchemaOf(experiment);
  if (experiment.family === 'convex') return convexSchemaOf(experiment);
  if (experiment.family === 'best-arm' || experiment.family === 'reduction') {
    return schemaOf(reportsOf(experiment)).replace(/^multi-armed/, experiment.family);
  }
  const { arms, levels, payload, delta } = experiment;
  // The grid of a Gaussian report depends on delta.
  const kind = payload === 'gaussian' ? `${payload} delta=${delta}` : payload;
  return `multi-armed/1 ${kind} arms=${arms} levels=${levels.join(',')}`;
}

/** The parts of a report: see parts() in protocol/linear_experiment.hpp. */
const PARTS: Readonly<Record<string, string>> = {
  'ldp-linear-moments': 'moment,design',
  'ldp-linucb': 'gram',
  'online-ldp-linucb': 'pair',
  'private-bandits-combiner': 'pair',
};

function linearSchemaOf(experiment: LinearExperiment): string {
  const { algorithm, mechanism, dimension, epsilon, delta, calibration, spread, parts } =
    experiment;
  const noise =
    mechanism === 'gaussian' ? ` delta=${delta} ${calibration}` : codebookOf(experiment);
  // The unit of a design is its public bound.
  const unit = algorithm === 'ldp-linear-moments' ? ` spread=${spread}` : '';
  const sums = parts === 'pair' ? parts : PARTS[algorithm];
  return `linear/1 ${sums} ${mechanism} dimension=${dimension} epsilon=${epsilon}${noise}${unit}`;
}

/** Which codewords the sums add up, where they do; 0: the default. */
function codebookOf({ mechanism, codewords, near }: ContextualExperiment): string {
  return mechanism === 'codebook' ? ` codewords=${codewords} near=${near}` : '';
}

/** See protocol/linear_score.hpp. */
const SCORES: Readonly<Record<string, string>> = {
  'ldp-glm-newton': 'curvature,score',
  'ldp-glm-gloc': 'gram,score',
  'ldp-glm-sgd': 'gradient',
  'ldp-glm-published': 'published',
};

/** Units and noise depend on the link and its bounds. */
function scoreSchemaOf(experiment: GeneralizedLinearExperiment): string {
  const { algorithm, mechanism, dimension, epsilon, delta, parts } = experiment;
  const { link, bound, largest, clip } = experiment;
  const noise = mechanism === 'gaussian' ? ` delta=${delta}` : codebookOf(experiment);
  const sums = parts === 'coin' ? 'coin,score,curvature' : SCORES[algorithm];
  return `generalized-linear/1 ${sums} ${mechanism} dimension=${dimension} epsilon=${epsilon}${noise} link=${link} bound=${bound} largest=${largest} clip=${clip}`;
}

/** Which super arms there are says what the numbers of sum reports mean, and how much noise a slate has. */
function combinatorialSchemaOf(experiment: CombinatorialExperiment): string {
  const { algorithm, payload, arms, levels, set } = experiment;
  const kind = algorithm === 'cucb-ldp-sum' ? 'sum' : payload;
  const name = digest(new TextEncoder().encode(JSON.stringify(set)));
  return `combinatorial/1 ${kind} arms=${arms} levels=${levels.join(',')} set=${name}`;
}
