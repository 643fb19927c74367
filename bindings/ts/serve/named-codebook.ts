/** The codebook of an experiment that leaves it to the default, named: what the store keeps, and what is compared. */
import { withCodebook } from '../server/codebook.js';
import type { LearnerModule } from '../server/learner-module.js';
import { loadLearnerModule } from '../server/load-learner.js';
import { describeExperiment } from '../server/manifest.js';
import { type ExperimentEntry, optionsOf } from './config.js';

/** Any that every timing fits: only the algorithm is asked for. */
const ANY_RETENTION = 64;

let loading: Promise<LearnerModule> | undefined;

/**
 * The entry with `mechanism`, `codewords` and `near` named where its reports are those of a codebook; every other one
 * as it was. So an experiment that leaves them out is the one that spells them out, also after a default has changed.
 *
 * @throws LdpError `invalid_argument`, naming the option.
 */
export async function withNamedCodebook(
  name: string,
  entry: ExperimentEntry,
): Promise<ExperimentEntry> {
  const { timing: _, ...terms } = optionsOf(entry);
  const described = describeExperiment(name, terms, ANY_RETENTION);
  if (!('mechanism' in described.experiment)) return entry;
  const { mechanism } = described.experiment;
  if (mechanism !== 'codebook') return entry;
  loading ??= loadLearnerModule();
  const { experiment } = withCodebook(await loading, described);
  const { codewords, near } = experiment as typeof described.experiment;
  return { ...entry, algorithm: { ...entry.algorithm, mechanism, codewords, near } as never };
}

/**
 * What the text of a store may mean: that of an older version may name no mechanism. It stood for the ball in 0.1.0; a
 * collector refuses the one that its state is not of.
 */
export async function readingsOf(
  name: string,
  entry: ExperimentEntry,
): Promise<readonly ExperimentEntry[]> {
  const now = await withNamedCodebook(name, entry);
  const { algorithm } = entry;
  const isNamed = ['mechanism', 'codewords', 'near'].some((option) => option in algorithm);
  if (now === entry || isNamed) return [now];
  return [now, { ...entry, algorithm: { ...algorithm, mechanism: 'ball' } as never }];
}
