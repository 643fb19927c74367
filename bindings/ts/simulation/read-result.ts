// Reads a result from JSON, which may be untrusted input.
import { integer, invalid, list, number, record } from './fields.js';
import { limits } from './limits.js';
import { createResult } from './result.js';
import { readSpec, withDefaults } from './spec.js';
import { stops } from './spec-best-arm.js';
import { armsOf, recordedArms } from './spec-environment.js';
import type { Curve, SimulationResult, SimulationSpec, Stopped, Trials } from './types.js';
import { wrongAnswers } from './wrong-answers.js';

/**
 * The result behind `JSON.parse(JSON.stringify(result))`, after checking that its digest is that of its
 * spec and curves.
 * @throws {LdpError} `spec_invalid` for anything else.
 */
export function readResult(value: unknown): SimulationResult {
  const fields = record(value, 'result', ['version', 'spec', 'digest', 'partial', 'curves']);
  if (fields.version !== 1) throw invalid('version', 'must be 1');
  if (typeof fields.partial !== 'boolean') throw invalid('partial', 'must be true or false');
  const spec = withDefaults(readSpec(fields.spec));
  const { length } = spec.runs;
  let run = 0;
  const curves = list(fields.curves, 'curves', length, length, (curve, path) => {
    run += 1;
    return readCurve(curve, path, spec, run - 1);
  });
  if (!fields.partial && !curves.every((curve) => isWhole(curve, spec)))
    throw invalid('partial', 'must be true: trials or rounds are missing');
  const result = createResult(spec, curves, fields.partial);
  if (result.digest !== fields.digest)
    throw invalid('digest', 'is not that of the spec and curves');
  curves.forEach((curve, index) => {
    checkTrials(curve, index);
    checkStopped(curve, index, spec);
  });
  return result;
}

/** The digest covers their mean, summed in their order as the curve's is. */
function checkTrials({ trials, replicates, mean }: Curve, index: number): void {
  if (trials === undefined) return;
  const sum = trials.regrets.reduce((total, regret) => total + regret, 0);
  if (sum / replicates !== mean.at(-1))
    throw invalid(`curves[${index}].trials.regrets`, 'must have the last mean of the curve');
}

/** The digest covers what it is counted from. */
function checkStopped({ stopped }: Curve, index: number, spec: SimulationSpec): void {
  const wrong = stopped && wrongAnswers(spec, index, stopped);
  if (stopped?.wrong !== wrong)
    throw invalid(`curves[${index}].stopped.wrong`, `must be ${wrong}, as the answers say`);
}

/** The digest says nothing of `partial`, but what it covers does. */
function isWhole({ t, replicates }: Curve, { horizon, replicates: asked }: SimulationSpec) {
  return replicates === asked && t.at(-1) === horizon;
}

function readCurve(value: unknown, path: string, spec: SimulationSpec, run: number): Curve {
  const fields = record(value, path, [
    'label',
    'replicates',
    't',
    'mean',
    'low',
    'high',
    'plays',
    'stopped',
    'trials',
  ]);
  const { label = '', policy } = spec.runs[run] ?? {};
  if (fields.label !== label) throw invalid(`${path}.label`, `must be "${label}"`);
  const series = (
    name: 't' | 'mean' | 'low' | 'high' | 'plays',
    minimum: number,
    maximum: number,
  ) =>
    Float64Array.from(
      list(fields[name], `${path}.${name}`, minimum, maximum, (item, at) =>
        number(item, at, -Number.MAX_VALUE, Number.MAX_VALUE),
      ),
    );
  const t = series('t', 0, limits.points + 1);
  const plays = t.length * recordedArms(spec.environment);
  const replicates = integer(fields.replicates, `${path}.replicates`, 0, spec.replicates);
  if (fields.stopped !== undefined && (policy === undefined || !stops(policy))) {
    throw invalid(`${path}.stopped`, 'must be absent: this run does not look for the best arm');
  }
  return {
    label,
    t,
    mean: series('mean', t.length, t.length),
    low: series('low', t.length, t.length),
    high: series('high', t.length, t.length),
    replicates,
    ...(fields.plays !== undefined && { plays: series('plays', plays, plays) }),
    ...(fields.stopped !== undefined && {
      stopped: readStopped(fields.stopped, `${path}.stopped`, spec, run, replicates),
    }),
    ...(fields.trials !== undefined && {
      trials: readTrials(fields.trials, `${path}.trials`, spec, replicates),
    }),
  };
}

function readTrials(
  value: unknown,
  path: string,
  { replicates: asked }: SimulationSpec,
  replicates: number,
): Trials {
  const fields = record(value, path, ['numbers', 'regrets']);
  const of = (name: 'numbers' | 'regrets', read: (item: unknown, at: string) => number) =>
    list(fields[name], `${path}.${name}`, replicates, replicates, read);
  const numbers = of('numbers', (item, at) => integer(item, at, 0, asked - 1));
  if (numbers.some((number, i) => i > 0 && number <= (numbers[i - 1] ?? 0)))
    throw invalid(`${path}.numbers`, 'must increase strictly');
  const most = Number.MAX_VALUE;
  const regrets = of('regrets', (item, at) => number(item, at, -most, most));
  return { numbers: Int32Array.from(numbers), regrets: Float64Array.from(regrets) };
}

function readStopped(
  value: unknown,
  path: string,
  spec: SimulationSpec,
  run: number,
  replicates: number,
): Stopped {
  const fields = record(value, path, ['rounds', 'answers', 'wrong', 'notBest']);
  const of = <T>(name: string, given: unknown, read: (item: unknown, at: string) => T) =>
    list(given, `${path}.${name}`, replicates, replicates, read);
  const rounds = Float64Array.from(
    of('rounds', fields.rounds, (round, at) =>
      round === null || Number.isNaN(round) ? Number.NaN : integer(round, at, 1, spec.horizon),
    ),
  );
  const most = armsOf(spec.environment) - 1;
  const answers = Int32Array.from(
    of('answers', fields.answers, (answer, at) => integer(answer, at, 0, most)),
  );
  const wrong = integer(fields.wrong, `${path}.wrong`, 0, replicates);
  if (fields.notBest === undefined) {
    // An older result, whose `wrong` counted every answer that is not a best one.
    return { rounds, answers, wrong: wrongAnswers(spec, run, { rounds, answers }), notBest: wrong };
  }
  const notBest = integer(fields.notBest, `${path}.notBest`, 0, replicates);
  return { rounds, answers, wrong, notBest };
}
