// The pin: a manifest is accepted only if it says what the page says. A server can never raise
// epsilon.

import { LdpError } from '../internal/errors.js';
import { toJson } from '../internal/json.js';
import type { CompleteSpec } from '../internal/validate.js';
import type { Family } from './family.js';
import { mismatch, record } from './snapshot.js';
import type { AlgorithmSpec, AlgorithmType, Manifest, Timing } from './types.js';

const DIGEST = /^sha256-[A-Za-z0-9+/]{43}=$/;

const TIMES = [
  'responseWindowMs',
  'maxDelayMs',
  'snapshotAgeMs',
  'closesAfterMs',
  'publishAtMostEveryMs',
] as const;

type Waits = Pick<Timing, 'responseWindowMs' | 'maxDelayMs'>;

export interface Pinned {
  readonly experiment: string;
  /** The page's spec with every default filled in. */
  readonly algorithm: CompleteSpec;
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * Compares a manifest with the page's terms, field by field. With a menu of levels the manifest's
 * epsilon is the largest level, and the client stays at or below its own; without one the two must
 * be equal. Its delta is that of the algorithm, which is part of the pin. `own` are the times of the
 * page, in ms, which the collector must wait for.
 *
 * Throws `manifest_mismatch` with details `{field, pinned, offered}`.
 */
export function parseManifest<T extends AlgorithmType>(
  value: unknown,
  pinned: Pinned,
  { complete, protects, arms, agree }: Family,
  own: Waits,
): Manifest<T> {
  const given = record('manifest', value);
  same('protocol', 1, given['protocol']);
  same('experiment', pinned.experiment, given['experiment']);
  same('protects', protects, given['protects']);
  const offered = completed(given['algorithm'], pinned.algorithm, complete);
  const algorithm = agree?.(pinned.algorithm, offered) ?? pinned.algorithm;
  for (const key of Object.keys({ ...algorithm, ...offered }))
    same(`algorithm.${key}`, algorithm[key], offered[key]);
  const perReport = record('perReport', given['perReport']);
  const levels = algorithm['levels'] as readonly number[] | undefined;
  same('perReport.epsilon', levels?.at(-1) ?? pinned.epsilon, perReport['epsilon']);
  const [least = 0] = levels ?? [];
  if (least > pinned.epsilon) throw mismatch('privacy.epsilon', pinned.epsilon, least);
  const delta = (algorithm['delta'] ?? 0) as number;
  same('perReport.delta', delta, perReport['delta'] ?? 0);
  const { digest, labels } = given;
  if (typeof digest !== 'string' || !DIGEST.test(digest))
    throw mismatch('digest', 'sha256-…', digest);
  return Object.freeze({
    protocol: 1,
    experiment: pinned.experiment,
    algorithm: Object.freeze(algorithm) as unknown as AlgorithmSpec<T>,
    perReport: Object.freeze({ epsilon: perReport['epsilon'] as number, delta }),
    protects,
    timing: readTiming(given['timing'], own),
    ...(labels !== undefined && {
      labels: readLabels(labels, (arms?.(offered) ?? offered['arms']) as number),
    }),
    digest: digest as `sha256-${string}`,
  });
}

/**
 * A collector that waits for less than the page does would refuse what comes later, so this is an
 * error now, and never a shorter delay. One that closes its epochs at once, for tests and replays,
 * promises nothing about times: then only the page's own count.
 */
function readTiming(value: unknown, own: Waits): Timing {
  const given = record('timing', value);
  const timing = Object.fromEntries(
    TIMES.map((name) => {
      const ms = given[name];
      if (!Number.isSafeInteger(ms) || (ms as number) < 0)
        throw mismatch(`timing.${name}`, 'an integer from 0', ms);
      return [name, ms];
    }),
  ) as unknown as Timing;
  const { responseWindowMs, maxDelayMs, snapshotAgeMs, closesAfterMs } = timing;
  const least = responseWindowMs + maxDelayMs + snapshotAgeMs;
  if (closesAfterMs < least) throw mismatch('timing.closesAfterMs', `from ${least}`, closesAfterMs);
  for (const name of ['responseWindowMs', 'maxDelayMs'] as const) {
    if (closesAfterMs === 0 || own[name] <= timing[name]) continue;
    throw mismatch(`timing.${name}`, own[name], timing[name]);
  }
  return Object.freeze(timing);
}

/** What is not valid differs from what the page has, there or in a parameter that it goes with. */
function completed(
  spec: unknown,
  pinned: CompleteSpec,
  complete: Family['complete'],
): CompleteSpec {
  try {
    return complete(spec);
  } catch (cause) {
    if (!LdpError.is(cause, 'invalid_argument')) throw cause;
    for (const [key, value] of Object.entries(Object(spec)))
      same(`algorithm.${key}`, pinned[key], value);
    const field = String(cause.details['parameter']);
    throw mismatch(
      field,
      pinned[field.replace('algorithm.', '')] ?? pinned,
      cause.details['value'],
    );
  }
}

/**
 * Both sides are plain data with their keys in the order of the catalog, so equal text is equal
 * meaning.
 */
function same(field: string, pinned: unknown, offered: unknown): void {
  if (toJson(pinned) !== toJson(offered)) throw mismatch(field, pinned, offered);
}

function readLabels(value: unknown, arms: number): readonly string[] {
  const valid =
    Array.isArray(value) &&
    value.length === arms &&
    value.every((label) => typeof label === 'string' && label.length <= 200);
  if (!valid) throw mismatch('labels', `${arms} strings of at most 200 characters`, value);
  return Object.freeze([...(value as string[])]);
}
