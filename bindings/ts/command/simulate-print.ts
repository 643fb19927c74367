// The results of a simulation as text for a person.
import type { Claim } from '../papers/types.js';
import { shortNumber } from '../plot/index.js';
import type { Curve, SimulationResult } from '../simulation/types.js';
import { tableOf } from './print.js';
import { duration } from './progress-bar.js';
import type { Plan } from './simulate-input.js';
import type { NamedResults } from './simulate-output.js';

export function formatSimulation(
  plan: Plan,
  results: NamedResults,
  tookMs: number,
  quick: boolean,
): string {
  const blocks = Array.from(results, ([name, result]) =>
    [
      ...(plan.specs.length === 1 ? [] : [`${name}:`]),
      ...table(result),
      ...result.curves.flatMap(stopLine),
      digestLine(result),
    ].join('\n'),
  );
  const missing = plan.specs.filter(({ name }) => !results.has(name)).map(({ name }) => name);
  return [
    plan.title,
    ...blocks,
    ...(missing.length === 0 ? [] : [`Stopped before: ${missing.join(', ')}.`]),
    ...(plan.claims === null ? [] : [verdicts(plan.claims, results, quick)]),
    `${isPartial(plan, results) ? 'Stopped: what is above is partial. ' : ''}Took ${duration(tookMs)}.`,
    '',
  ].join('\n\n');
}

export function isPartial(plan: Plan, results: NamedResults): boolean {
  return results.size < plan.specs.length || [...results.values()].some(({ partial }) => partial);
}

function table({ curves, spec }: SimulationResult): string[] {
  const header = ['policy', 'regret', '95 % band', 'at round', 'trials'];
  const rows = curves.map((curve) => row(curve, spec.horizon, spec.replicates));
  return tableOf(header, rows, [0]);
}

function row(curve: Curve, horizon: number, asked: number) {
  const { t, mean, low, high, replicates } = curve;
  const label = safeLabel(curve);
  const last = t.length - 1;
  if (last < 0) return [label, '-', '-', '-', `0 of ${asked}`];
  const at = t[last] ?? 0;
  const complete = at === horizon && replicates === asked;
  return [
    label,
    shortNumber(mean[last] ?? 0),
    replicates > 1 ? `${shortNumber(low[last] ?? 0)} to ${shortNumber(high[last] ?? 0)}` : '-',
    at.toLocaleString('en-US'),
    complete ? String(replicates) : `${replicates} of ${asked}, partial`,
  ];
}

function safeLabel({ label }: Curve): string {
  return printable(label);
}

/** Without control characters: a text from an untrusted spec must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** Of a run that looks for the best arm. */
function stopLine(curve: Curve): string[] {
  const { stopped, replicates } = curve;
  if (stopped === undefined) return [];
  const rounds = stopped.rounds.filter((round) => !Number.isNaN(round));
  const mean = rounds.reduce((sum, round) => sum + round, 0) / rounds.length;
  const others = stopped.notBest - stopped.wrong;
  const allowed = others > 0 ? ` and ${others} within the indifference` : '';
  const when =
    rounds.length === 0
      ? 'no trial stopped'
      : `${rounds.length} of ${replicates} trials stopped, after ${Math.round(mean).toLocaleString('en-US')} rounds on average, ${stopped.wrong} with a wrong answer${allowed}`;
  return [`${safeLabel(curve)}: ${when}`];
}

function digestLine({ digest, partial, own }: SimulationResult): string {
  const parts = own.map(({ kind, name, version }) =>
    printable(`${kind} ${name}${version === undefined ? '' : ` ${version}`}`),
  );
  return [
    `digest ${digest}${partial ? ' (of a partial result)' : ''}`,
    ...(parts.length === 0 ? [] : [`with code outside of ldp-bandits: ${parts.join(', ')}`]),
  ].join('\n');
}

function verdicts(claims: readonly Claim[], results: NamedResults, quick: boolean): string {
  const named = Object.fromEntries(results);
  return claims.map((claim) => verdict(claim, named, quick)).join('\n');
}

function verdict(claim: Claim, results: Parameters<Claim['judge']>[0], quick: boolean): string {
  if (quick && claim.needs === 'full') return `[ full run ] ${claim.sentence}`;
  try {
    const { holds, measured, accepted } = claim.judge(results);
    return `[${holds ? '   holds  ' : 'does NOT  '}] ${claim.sentence}\n             measured ${measured}; accepted ${accepted}`;
  } catch (error) {
    if (error instanceof RangeError) return `[ not known] ${claim.sentence}`;
    throw error;
  }
}
