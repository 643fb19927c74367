// The catalog as people need it: what `policy.type` may be, with names, sentences, ranges and
// defaults. Enough to make a form of any algorithm, also of those that come later.
import { type CatalogEntry, catalog as entries } from '../generated/catalog.js';
import { catalogWords } from '../generated/catalog-words.js';
import { defaultAlgorithms } from '../generated/defaults.js';
import { draws } from '../generated/worlds.js';

export interface CatalogParameter {
  readonly name: string;
  readonly type:
    | 'integer'
    | 'number'
    | 'choice'
    | 'levels'
    | 'rewardTransform'
    | 'decision-set'
    | 'convex-set';
  /** What it means, in one sentence. */
  readonly sentence: string;
  readonly optional: boolean;
  /** Null where there is none. */
  readonly default: unknown;
  /** Of a number, both included; null or absent where there is no limit. */
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** Of levels. */
  readonly maximumLength?: number;
}

export interface CatalogAlgorithm {
  readonly id: CatalogEntry['id'];
  /** The published name. */
  readonly name: string;
  /**
   * multi-armed: the same arms for all visitors. linear and generalized-linear: arms described by feature
   * vectors. combinatorial: sets of arms. best-arm: one arm to find. reduction: a learner as a black
   * box. convex: points of a convex set.
   */
  readonly family: CatalogEntry['family'];
  /** What a page gets that names none, of this family. */
  readonly default: boolean;
  /** Whether devices draw their arm from published shares: then there is no index, and `serving` is dense. */
  readonly draws: boolean;
  /** local: the learner sees noisy reports only. Others are for the simulation. */
  readonly trustModel: string;
  /** What one report carries about the feedback. */
  readonly payload: string;
  readonly summary: string;
  readonly guarantee: string;
  readonly paper: string;
  readonly section: string;
  /** In the simulation all are optional; `levels` and `neutral` are set by the run. */
  readonly parameters: readonly CatalogParameter[];
}

export const catalog: readonly CatalogAlgorithm[] = entries.map((entry) => {
  const { sentences, ...words } = wordsOf(entry.id);
  const parameters = entry.parameters.map((parameter) => ({
    ...parameter,
    sentence: sentences[parameter.name] ?? '',
  }));
  return {
    ...entry,
    ...words,
    default: entry.id === defaultAlgorithms[entry.family],
    draws: draws.includes(entry.id),
    parameters,
  };
});

export { defaultBySet } from '../generated/defaults.js';

interface Words
  extends Pick<CatalogAlgorithm, 'name' | 'summary' | 'guarantee' | 'paper' | 'section'> {
  readonly sentences: Readonly<Partial<Record<string, string>>>;
}

function wordsOf(id: string): Words {
  const words = catalogWords.find((candidate) => candidate.id === id);
  if (words === undefined) throw new TypeError(`the catalog has no words for ${id}`);
  const { id: _, ...rest } = words;
  return rest;
}
