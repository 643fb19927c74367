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
 * What the text of a store may mean: that of an older version may name no mechanism and no parts. They stood for the ball
 * and for joint parts in 0.1.0; a collector refuses the one that its state is not of.
 */
export async function readingsOf(
  name: string,
  entry: ExperimentEntry,
): Promise<readonly ExperimentEntry[]> {
  const { algorithm } = entry;
  const names = (option: string) => option in algorithm;
  const now = await withNamedCodebook(name, entry);
  const isBall = now !== entry && !['mechanism', 'codewords', 'near'].some(names);
  const texts = [entry, ...(isBall ? [withOptions(entry, { mechanism: 'ball' })] : [])];
  const isJoint = algorithm.type === 'ldp-glm-newton' && !names('parts');
  const all = isJoint
    ? texts.flatMap((text) => [text, withOptions(text, { parts: 'joint' })])
    : texts;
  return Promise.all(all.map((text) => withNamedCodebook(name, text)));
}

const withOptions = (entry: ExperimentEntry, options: object): ExperimentEntry => ({
  ...entry,
  algorithm: { ...entry.algorithm, ...options } as never,
});
