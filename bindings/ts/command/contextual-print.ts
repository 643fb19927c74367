// The results of contextual replays as text for a person.

import type { Filled } from '../logs/numbers-of.js';
import type { Log } from '../logs/read-log.js';
import type { Loudness } from '../replay/index.js';
import type { ClassificationPolicy, ClassificationResult, Mean } from './classification.js';
import { count, formatReplay, percent, sentOf, tableOf } from './print.js';
import type { ContextualReplayed } from './replay.js';

/** The text of a replay without context, and what the context adds to it. */
export function formatContextual(path: string, log: Log, result: ContextualReplayed): string {
  const heard = result.runs.flatMap(({ label, loudness }) => hear(label, loudness));
  const more = [...heard, ...shortened(result.runs)];
  return formatReplay(path, log, result, [describeContext(result)], more);
}

export function formatClassification(path: string, result: ClassificationResult): string {
  const { rows, arms, rounds, trials } = result;
  const header = ['policy', 'regret', 'std. error', '95 % interval', 'right at last', 'sent'];
  return [
    `${path}: ${count(rows)} rows of ${arms} classes, drawn with replacement: ${count(rounds)} visitors a trial, ${count(trials)} ${trials === 1 ? 'trial' : 'trials'}.`,
    describeContext(result),
    'The regret is exact: how many visitors got a wrong class.',
    ...(result.partial ? ['Stopped before the end: unfinished trials are left out.'] : []),
    '',
    ...tableOf(header, result.policies.map(rowOf), [0, 5]),
    '',
    ...result.policies.flatMap((policy) => verdict(policy, result)),
    ...result.policies.flatMap(({ label, kind, loudness }) =>
      kind === 'private' ? hear(label, loudness) : [],
    ),
    '',
    ...shortened(result.policies),
    ...(trials < 2 ? ['One trial has no standard error: ask for more with --trials.'] : []),
    `Seed: ${result.seed}. The same seed gives the same numbers (--seed).`,
    '',
  ].join('\n');
}

/** Nothing where no cell was filled. */
export function describeFilled(filled: readonly Filled[]): string[] {
  const cells = filled.map(
    ({ source, column, cells }) => `${count(cells)} of "${column}" of ${source}`,
  );
  if (cells.length === 0) return [];
  return [`Cells without a value, where the mean of the column stands: ${cells.join(', ')}.`];
}

function describeContext({ dimension, bound }: { dimension: number; bound: number }): string {
  return `An arm has ${dimension} numbers, of norm up to ${bound.toPrecision(3)} (longer ones are shortened). Centres, scales and this bound are taken from the file; a page has to declare them.`;
}

function rowOf(policy: ClassificationPolicy): string[] {
  const { regret, lastFifth } = policy;
  return [
    policy.label,
    whole(regret.mean),
    policy.kind === 'uniform' ? 'exact' : whole(regret.standardError),
    policy.kind === 'uniform' ? '' : interval(regret),
    percent(lastFifth.mean, 1),
    sentOf(policy),
  ];
}

function verdict(policy: ClassificationPolicy, { rounds }: ClassificationResult): string[] {
  const { label, againstUniform } = policy;
  if (againstUniform === null) return [];
  const { mean, low, high } = againstUniform;
  const told = `${label} against uniform play: ${signed(mean)} wrong choices of ${count(rounds)}`;
  if (Number.isNaN(low)) return [`${told}; one trial does not say how sure that is.`];
  const said = low <= 0 && high >= 0 ? 'within noise' : mean < 0 ? 'better' : 'worse';
  return [`${told} (95 %: ${signed(low)} to ${signed(high)}), ${said}.`];
}

function hear(label: string, loudness: Loudness | null): string[] {
  if (loudness === null) return [`${label}: no report says anything of rewards yet.`];
  const { reports, signal, noise } = loudness;
  const said =
    noise > signal
      ? 'The privacy noise is larger than the signal: this learner cannot have learnt much from so few.'
      : `The signal is ${(signal / noise).toFixed(1)} times the privacy noise.`;
  return [
    `${label}: what ${count(Math.round(reports))} visitors had to say of rewards averages to a vector of length ${signal.toPrecision(2)}; what they sent is off by ${noise.toPrecision(2)}. ${said}`,
  ];
}

function shortened(runs: readonly { readonly label: string; readonly shortened: number }[]) {
  const some = runs.filter((run) => run.shortened > 0);
  return some.map((run) => `${run.label}: ${count(run.shortened)} visits had features shortened.`);
}

const interval = ({ low, high }: Mean): string =>
  Number.isNaN(low) ? '-' : `${whole(low)} to ${whole(high)}`;

const whole = (value: Mean['mean']): string =>
  Number.isNaN(value) ? '-' : count(Math.round(value));

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${count(Math.abs(Math.round(value)))}`;
}
