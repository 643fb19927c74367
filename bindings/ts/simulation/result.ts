// What a simulation returns: curves, their digest, and the two forms in which people take them
// away.
import { digest } from '../server/digest.js';
import { ownParts } from './own-code.js';
import type { Curve, SimulationResult, SimulationSpec, Stopped } from './types.js';

/** `spec` has its defaults filled in. */
export function createResult(
  spec: SimulationSpec,
  curves: readonly Curve[],
  partial: boolean,
): SimulationResult {
  let known: SimulationResult['digest'] | undefined;
  // Hashed on demand: most of the curves that a page draws on the way are never identified.
  const identify = () => {
    known ??= digest(canonicalBytes(spec, curves));
    return known;
  };
  return {
    spec,
    curves,
    partial,
    own: ownParts(spec),
    get digest() {
      return identify();
    },
    toCSV: () => toCSV(curves, partial),
    toTrialsCSV: () => toTrialsCSV(curves, spec.horizon),
    toJSON: () => ({
      version: 1,
      spec,
      digest: identify(),
      partial,
      curves: curves.map(plainCurve),
    }),
  };
}

/**
 * The bytes under the digest: the spec as JSON with its defaults and its keys in the order of
 * `readSpec` (but for `parts` that are joint and for the mechanism ball of `ldp-linear-moments`, which it leaves
 * out, and for `codewords` and `near`, which only the core completes: they are as the spec has them, so one that spells
 * out their defaults has another digest than one that leaves them out), a newline, then for every curve its number of replicates and t, mean, low, high and,
 * where there are any, plays and stopped (rounds, answers, notBest), each number as a little-endian IEEE 754
 * double; NaN is the one of the bytes 00 00 00 00 00 00 f8 7f.
 */
export function canonicalBytes(spec: SimulationSpec, curves: readonly Curve[]): Uint8Array {
  const head = new TextEncoder().encode(`${JSON.stringify(spec, withoutYounger)}\n`);
  const more = curves.map(({ plays = [], stopped }) => [...plays, ...numbersOf(stopped)]);
  const numbers = curves.reduce(
    (sum, { t }, i) => sum + 1 + 4 * t.length + (more[i]?.length ?? 0),
    0,
  );
  const bytes = new Uint8Array(head.length + 8 * numbers);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  const put = (value: number) => {
    if (Number.isNaN(value)) view.setUint32(at + 4, 0x7ff80000, true);
    else view.setFloat64(at, value, true);
    at += 8;
  };
  for (const [i, { replicates, t, mean, low, high }] of curves.entries()) {
    put(replicates);
    for (const series of [t, mean, low, high]) series.forEach(put);
    more[i]?.forEach(put);
  }
  return bytes;
}

/**
 * Runs were joint, and `ldp-linear-moments` had one mechanism and no name for it, when they were digested first: they
 * keep their digests.
 */
function withoutYounger(key: string, value: unknown): unknown {
  if (key === 'parts' && value === 'joint') return undefined;
  const { type, mechanism, ...others } = Object(value) as Readonly<Record<string, unknown>>;
  if (type !== 'ldp-linear-moments' || mechanism !== 'ball') return value;
  return { type, ...others };
}

function numbersOf(stopped: Stopped | undefined): readonly number[] {
  return stopped === undefined ? [] : [...stopped.rounds, ...stopped.answers, stopped.notBest];
}

function toCSV(curves: readonly Curve[], partial: boolean): string {
  const lines = curves.flatMap(({ label, t, mean, low, high, replicates }) =>
    Array.from(t, (time, i) =>
      [quote(label), time, mean[i], low[i], high[i], replicates, partial].join(','),
    ),
  );
  return `${['label,t,mean,low,high,replicates,partial', ...lines].join('\r\n')}\r\n`;
}

function toTrialsCSV(curves: readonly Curve[], horizon: number): string {
  const stops = curves.some(({ stopped }) => stopped !== undefined);
  const lines = curves.flatMap(({ label, trials, stopped }) =>
    Array.from(trials?.numbers ?? [], (number, i) => {
      const row = [quote(label), number, horizon, trials?.regrets[i]];
      if (!stops) return row.join(',');
      const round = stopped?.rounds[i] ?? Number.NaN;
      return [...row, Number.isNaN(round) ? '' : round, stopped?.answers[i] ?? ''].join(',');
    }),
  );
  const header = `label,trial,t,regret${stops ? ',stopped,answer' : ''}`;
  return `${[header, ...lines].join('\r\n')}\r\n`;
}

/** RFC 4180; a label that a spreadsheet would read as a formula gets an apostrophe. */
function quote(label: string): string {
  const safe = /^[=+\-@\t\r]/.test(label) ? `'${label}` : label;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function plainCurve(curve: Curve) {
  const { label, t, mean, low, high, replicates, plays, stopped, trials } = curve;
  return {
    label,
    replicates,
    t: Array.from(t),
    mean: Array.from(mean),
    low: Array.from(low),
    high: Array.from(high),
    ...(plays !== undefined && { plays: Array.from(plays) }),
    ...(stopped !== undefined && {
      stopped: {
        // JSON has no NaN.
        rounds: Array.from(stopped.rounds, (round) => (Number.isNaN(round) ? null : round)),
        answers: Array.from(stopped.answers),
        wrong: stopped.wrong,
        notBest: stopped.notBest,
      },
    }),
    ...(trials !== undefined && {
      trials: { numbers: Array.from(trials.numbers), regrets: Array.from(trials.regrets) },
    }),
  };
}
