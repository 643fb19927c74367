// The pin: a manifest is accepted only if it says what the page says. A server can never raise
// epsilon.
import { LdpError } from '../internal/errors.js';
import type { CompleteSpec } from '../internal/validate.js';
import type { Family } from './family.js';
import { mismatch } from './snapshot.js';
import type { AlgorithmSpec, AlgorithmType, Manifest } from './types.js';

const DIGEST = /^sha256-[A-Za-z0-9+/]{43}=$/;

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
 * be equal. Its delta is that of the algorithm, which is part of the pin.
 *
 * Throws `manifest_mismatch` with details `{field, pinned, offered}`.
 */
export function parseManifest<T extends AlgorithmType>(
  value: unknown,
  pinned: Pinned,
  { complete, protects, arms }: Family,
): Manifest<T> {
  const given = record('manifest', value);
  same('protocol', 1, given['protocol']);
  same('experiment', pinned.experiment, given['experiment']);
  same('protects', protects, given['protects']);
  const offered = completed(given['algorithm'], complete);
  for (const key of Object.keys({ ...pinned.algorithm, ...offered }))
    same(`algorithm.${key}`, pinned.algorithm[key], offered[key]);
  const perReport = record('perReport', given['perReport']);
  const levels = pinned.algorithm['levels'] as readonly number[] | undefined;
  same('perReport.epsilon', levels?.at(-1) ?? pinned.epsilon, perReport['epsilon']);
  const delta = (pinned.algorithm['delta'] ?? 0) as number;
  same('perReport.delta', delta, perReport['delta'] ?? 0);
  const { digest, labels } = given;
  if (typeof digest !== 'string' || !DIGEST.test(digest))
    throw mismatch('digest', 'sha256-…', digest);
  return Object.freeze({
    protocol: 1,
    experiment: pinned.experiment,
    algorithm: Object.freeze(pinned.algorithm) as unknown as AlgorithmSpec<T>,
    perReport: Object.freeze({ epsilon: perReport['epsilon'] as number, delta }),
    protects,
    timing: given['timing'] as never,
    ...(labels === undefined
      ? {}
      : { labels: readLabels(labels, (arms?.(offered) ?? offered['arms']) as number) }),
    digest: digest as `sha256-${string}`,
  });
}

function record(field: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw mismatch(field, 'an object', value);
  return value as Record<string, unknown>;
}

function completed(spec: unknown, complete: Family['complete']): CompleteSpec {
  try {
    return complete(spec);
  } catch (cause) {
    if (!LdpError.is(cause, 'invalid_argument')) throw cause;
    throw mismatch(
      String(cause.details['parameter']),
      cause.details['reason'],
      cause.details['value'],
    );
  }
}

/**
 * Both sides are plain data with their keys in the order of the catalog, so equal text is equal
 * meaning.
 */
function same(field: string, pinned: unknown, offered: unknown): void {
  if (JSON.stringify(pinned) !== JSON.stringify(offered)) throw mismatch(field, pinned, offered);
}

function readLabels(value: unknown, arms: number): readonly string[] {
  const valid =
    Array.isArray(value) &&
    value.length === arms &&
    value.every((label) => typeof label === 'string' && label.length <= 200);
  if (!valid) throw mismatch('labels', `${arms} strings of at most 200 characters`, value);
  return Object.freeze([...(value as string[])]);
}
