// How many visitors a best-arm experiment will need, before it has asked any.
import { lilConstantsWords } from '../generated/catalog-best-arm.js';
import { stoppingRuleWords } from '../generated/worlds.js';
import type { WasmSource } from '../internal/instantiate.js';
import {
  invalidArgument,
  requireNumber,
  requireOneOf,
  requireRecord,
  requireWasm,
} from '../internal/validate.js';
import type { MenuPopulation } from './spec-types.js';
import { call, loadTheory, type NativeMenu, readNumbers } from './theory.js';
import { type ReleaseOptions, readRelease } from './theory-release.js';

export interface BestArmSampleCountOptions extends ReleaseOptions {
  /** Default `kl-lucb`. */
  readonly rule?: (typeof stoppingRuleWords)[number];
  /** Mean rewards in [0, 1] of the arms, 2 to 4,096 of them, with one best. What is believed will do. */
  readonly means: readonly number[] | Float64Array;
  /** Of a wrong answer, above 0 and at most 0.5. Default 0.05. */
  readonly errorProbability?: number;
  /**
   * Of the duel with a menu, in place of `epsilon`: how probable each level is of a report. 1 to 16 levels in
   * [2^-10, 128], probabilities that sum to 1.
   */
  readonly population?: MenuPopulation;
  /** Of lil'UCB. Default `theory`. */
  readonly constants?: (typeof lilConstantsWords)[number];
  /** Of the duel: reports an epoch. Default: a fiftieth of the count, which is advised. */
  readonly epoch?: number;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

export interface BestArmSampleCount {
  /** Of each arm. */
  readonly pulls: Float64Array;
  /** Visitors in all. */
  readonly total: number;
  /**
   * No rule that errs as seldom asks fewer on average on the same bits (Kaufmann, Cappé and Garivier 2016,
   * lemma 1). Without `epsilon` for rewards of 0 or 1; not for Laplace and Gaussian noise.
   */
  readonly lowerBound?: number;
}

/**
 * The fluid count of a best-arm rule: the smallest number of pulls at which it stops if every observed mean
 * is the true one, divided among the arms as the rule divides them. The price of privacy is the quotient of
 * the counts with and without `epsilon`, about 1/tanh(epsilon/2)^2 for bits. Of the duel, the mean number of
 * reports until it certifies, by a formula whose constants were fitted to simulations: docs/spec/best-arm.md,
 * section 8. Of sequential halving, which
 * does not stop by itself, the budget at which its bound on the error probability is `errorProbability`.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`, also where two arms are equally good;
 *   `wasm_not_found`, `wasm_blocked_by_csp`.
 */
export async function bestArmSampleCount(
  options: BestArmSampleCountOptions,
): Promise<BestArmSampleCount> {
  const fields = requireRecord('options', options, [
    'rule',
    'means',
    'errorProbability',
    'constants',
    'epoch',
    'epsilon',
    'population',
    'mechanism',
    'delta',
    'wasm',
  ]);
  const rule = requireOneOf('rule', fields['rule'] ?? 'kl-lucb', stoppingRuleWords);
  const means = readNumbers('means', fields['means'], 4096);
  const error = requireNumber('errorProbability', fields['errorProbability'] ?? 0.05, 0, 0.5);
  if (fields['constants'] !== undefined && rule !== 'lil-ucb')
    throw invalidArgument('constants', fields['constants'], 'belongs to lil-ucb');
  const constants = requireOneOf('constants', fields['constants'] ?? 'theory', lilConstantsWords);
  const { epoch } = fields;
  if (epoch !== undefined && rule !== 'duel')
    throw invalidArgument('epoch', epoch, 'belongs to duel');
  if (epoch !== undefined) requireNumber('epoch', epoch, 1, 2 ** 53);
  const release = readRelease(fields);
  const population = readMenu(fields['population'], rule, fields['epsilon']);
  const native = await loadTheory(requireWasm('wasm', fields['wasm']));
  const { pulls, total, lowerBound } = call(() =>
    native.bestArmSampleCount(
      stoppingRuleWords.indexOf(rule),
      { ...release, population },
      means,
      error,
      constants === 'heuristic',
      (epoch as number | undefined) ?? 0,
    ),
  );
  return { pulls, total, ...(lowerBound > 0 && { lowerBound }) };
}

/** The core checks that the probabilities are such. */
function readMenu(value: unknown, rule: string, epsilon: unknown): NativeMenu | undefined {
  if (value === undefined) return undefined;
  if (rule !== 'duel') throw invalidArgument('population', value, 'belongs to duel');
  if (epsilon !== undefined)
    throw invalidArgument('population', value, 'must be absent where epsilon is given');
  const fields = requireRecord('population', value, ['levels', 'probabilities']);
  const levels = readNumbers('population.levels', fields['levels'], 16);
  for (const [i, level] of levels.entries())
    requireNumber(`population.levels[${i}]`, level, 2 ** -10, 128);
  const probabilities = readNumbers('population.probabilities', fields['probabilities'], 16);
  if (probabilities.length !== levels.length)
    throw invalidArgument(
      'population.probabilities',
      fields['probabilities'],
      'must have one for each level',
    );
  return { levels, probabilities };
}
