// Reads a result from JSON, which may be untrusted input.
import { integer, invalid, list, number, record } from './fields.js';
import { limits } from './limits.js';
import { createResult } from './result.js';
import { readSpec, withDefaults } from './spec.js';
import { stops } from './spec-best-arm.js';
import { armsOf, recordedArms } from './spec-environment.js';
import type { Curve, SimulationResult, SimulationSpec, Stopped } from './types.js';

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
  return result;
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
      stopped: readStopped(fields.stopped, `${path}.stopped`, spec, replicates),
    }),
  };
}

function readStopped(
  value: unknown,
  path: string,
  { horizon, environment }: SimulationSpec,
  replicates: number,
): Stopped {
  const { rounds, answers, wrong } = record(value, path, ['rounds', 'answers', 'wrong']);
  const of = <T>(name: string, given: unknown, read: (item: unknown, at: string) => T) =>
    list(given, `${path}.${name}`, replicates, replicates, read);
  return {
    rounds: Float64Array.from(
      of('rounds', rounds, (round, at) =>
        round === null || Number.isNaN(round) ? Number.NaN : integer(round, at, 1, horizon),
      ),
    ),
    answers: Int32Array.from(
      of('answers', answers, (answer, at) => integer(answer, at, 0, armsOf(environment) - 1)),
    ),
    wrong: integer(wrong, `${path}.wrong`, 0, replicates),
  };
}
