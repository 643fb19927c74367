// Which algorithm a log can replay, and with which parameters.
import { type CatalogEntry, catalog } from '../generated/catalog.js';
import { invalidArgument } from '../internal/checks.js';
import { inBrackets } from '../internal/nearest.js';
import type { ReplayAlgorithm } from './types.js';

type Kind = 'arms' | 'slates' | 'contexts';

const KINDS: Readonly<Partial<Record<CatalogEntry['family'], Kind>>> = {
  'multi-armed': 'arms',
  combinatorial: 'slates',
  linear: 'contexts',
  'generalized-linear': 'contexts',
};

const NEEDS: Readonly<Record<Kind, string>> = {
  arms: 'a log without `slates` and `contexts`',
  slates: '`slates`: which rows were shown together, or at which place',
  contexts: '`contexts`: numbers that describe the visitors',
};

/** Why a log cannot carry a family. */
const REFUSED: Readonly<Partial<Record<CatalogEntry['family'], string>>> = {
  'best-arm':
    'plays to find the best arm and not to earn, so a replay has no earnings of it to show; simulate it',
  reduction: 'needs a learner of yours, which a log does not have; simulate it',
  convex: 'plays numbers, and a log has the reward at those that it showed only; simulate it',
};

/** @throws LdpError `invalid_argument`, with the reason. */
export function requireReplayable(type: unknown, kind: Kind): CatalogEntry {
  const entry = catalog.find(({ id }) => id === type);
  const refuse = (reason: string) => invalidArgument('algorithm.type', type, reason);
  if (entry === undefined) {
    const ids = replayable(kind);
    const listed = ids.map((id) => `"${id}"`).join(', ');
    throw refuse(`must be one of ${listed}${inBrackets(type, ids)}`);
  }
  if (entry.trustModel !== 'local')
    throw refuse('must be a local algorithm: this one exists in the simulation only');
  const needed = KINDS[entry.family];
  if (needed === undefined) throw refuse(`must be another one: it ${REFUSED[entry.family]}`);
  if (needed !== kind) throw refuse(`must be another one: it needs ${NEEDS[needed]}`);
  return entry;
}

/** The ids of all algorithms that such a log can replay; `first` before the others. */
export function replayable(kind: Kind, first?: string): readonly string[] {
  const found = catalog
    .filter(({ family, trustModel }) => trustModel === 'local' && KINDS[family] === kind)
    .map(({ id }): string => id);
  return first === undefined ? found : [first, ...found.filter((id) => id !== first)];
}

/** With what the log knows, where the algorithm takes it and does not say it. */
export function completeAlgorithm(
  algorithm: ReplayAlgorithm,
  known: Readonly<Record<string, unknown>>,
): ReplayAlgorithm {
  const parameters = catalog.find(({ id }) => id === algorithm.type)?.parameters ?? [];
  const filled = Object.entries({ ...known, link: 'logistic' }).filter(([name]) =>
    parameters.some((parameter) => parameter.name === name),
  );
  return { ...Object.fromEntries(filled), ...algorithm };
}
