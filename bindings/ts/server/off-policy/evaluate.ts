import { invalidArgument, requireBoolean, requireRecord } from '../../internal/checks.js';
import { PrivateEvaluator } from './private-evaluator.js';
import { RawEvaluator } from './raw-evaluator.js';
import type {
  Evaluator,
  PrivateEvaluation,
  PrivateEvaluatorOptions,
  PrivateRow,
  RawEstimates,
  RawEvaluatorOptions,
  RawRow,
} from './types.js';

const KNOWN = ['private', 'target', 'alpha'];

/**
 * What a policy with the shares `target` would have earned a decision, from a log of another policy: row by row, for
 * logs that arrive or do not fit into memory (docs/spec/off-policy.md). Of a private log the interval holds at all
 * times at once, so `result()` may be looked at after every row.
 *
 * @throws LdpError `invalid_argument`.
 */
export function createEvaluator(
  options: PrivateEvaluatorOptions,
): Evaluator<PrivateRow, PrivateEvaluation>;
export function createEvaluator(options: RawEvaluatorOptions): Evaluator<RawRow, RawEstimates>;
export function createEvaluator(
  options: PrivateEvaluatorOptions | RawEvaluatorOptions,
): Evaluator<PrivateRow, PrivateEvaluation> | Evaluator<RawRow, RawEstimates> {
  requireRecord('options', options, KNOWN);
  if (requireBoolean('private', options.private ?? false)) {
    return new PrivateEvaluator(options as PrivateEvaluatorOptions);
  }
  return new RawEvaluator(options as RawEvaluatorOptions);
}

/**
 * What a policy with the shares `target` would have earned a decision, from a log of another policy. With `private` the
 * rows are reports of randomised bits, else raw rewards (docs/spec/off-policy.md). A pure function.
 *
 * @returns Of an asynchronous log a promise.
 * @throws LdpError `invalid_argument`, naming the option, or the row (from 0) and its field; whatever the log throws.
 */
export function evaluate(
  options: PrivateEvaluatorOptions & { readonly log: Iterable<PrivateRow> },
): PrivateEvaluation;
export function evaluate(
  options: PrivateEvaluatorOptions & { readonly log: AsyncIterable<PrivateRow> },
): Promise<PrivateEvaluation>;
export function evaluate(
  options: RawEvaluatorOptions & { readonly log: Iterable<RawRow> },
): RawEstimates;
export function evaluate(
  options: RawEvaluatorOptions & { readonly log: AsyncIterable<RawRow> },
): Promise<RawEstimates>;
export function evaluate(
  options: (PrivateEvaluatorOptions | RawEvaluatorOptions) & { readonly log: unknown },
): PrivateEvaluation | RawEstimates | Promise<PrivateEvaluation | RawEstimates> {
  requireRecord('options', options);
  const { log, ...rest } = options;
  const evaluator = createEvaluator(rest as RawEvaluatorOptions) as Evaluator<
    unknown,
    PrivateEvaluation | RawEstimates
  >;
  if (isIterable(log)) {
    for (const row of log) evaluator.add(row);
    return doubted(evaluator.result(), log);
  }
  if (isAsyncIterable(log)) return drain(log, evaluator);
  throw invalidArgument('log', log, 'must be an iterable or asynchronous iterable of rows');
}

/** Where the counts of a log speak against its propensities, as `readLog` says, what rests on these alone is withheld. */
function doubted(
  result: PrivateEvaluation | RawEstimates,
  log: object,
): PrivateEvaluation | RawEstimates {
  const { propensityDoubt: why } = log as { readonly propensityDoubt?: unknown };
  if (typeof why !== 'string' || !('intervals' in result)) return result;
  const none = { low: Number.NaN, high: Number.NaN, why };
  const intervals = { ...result.intervals, ips: none, snips: none };
  return { ...result, intervals, warnings: [why, ...result.warnings] };
}

async function drain<Result>(
  log: AsyncIterable<unknown>,
  evaluator: Evaluator<unknown, Result>,
): Promise<Result> {
  for await (const row of log) evaluator.add(row);
  return evaluator.result();
}

const isIterable = (log: unknown): log is Iterable<unknown> =>
  typeof log === 'object' && log !== null && Symbol.iterator in log;

const isAsyncIterable = (log: unknown): log is AsyncIterable<unknown> =>
  typeof log === 'object' && log !== null && Symbol.asyncIterator in log;
