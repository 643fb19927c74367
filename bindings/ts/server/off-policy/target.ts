import { invalidArgument, requireNumber } from '../../internal/checks.js';

/** What a list of shares, written with some digits, may miss 1 by. */
const TOLERANCE = 1e-6;
const MOST_ARMS = 65_536;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || value instanceof Float64Array || value instanceof Float32Array;

/**
 * A copy of shares that are each from 0 to 1 and have the sum 1 up to 1e-6.
 * @throws LdpError `invalid_argument`, naming the list or its entry.
 */
export function requireShares(parameter: string, value: unknown, length?: number): Float64Array {
  const allowed = length ?? `1 to ${MOST_ARMS}`;
  if (
    !isList(value) ||
    (length === undefined
      ? !(value.length >= 1 && value.length <= MOST_ARMS)
      : value.length !== length)
  )
    throw invalidArgument(parameter, value, `must be a list of ${allowed} shares`);
  const shares = Float64Array.from(value as ArrayLike<number>);
  // Names are made for what is wrong only: a log has many rows.
  for (let arm = 0; arm < shares.length; arm += 1) {
    const share = value[arm];
    if (!(typeof share === 'number' && share >= 0 && share <= 1))
      requireNumber(`${parameter}[${arm}]`, share, 0, 1);
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!(Math.abs(sum - 1) <= TOLERANCE))
    throw invalidArgument(parameter, sum, 'must be shares with the sum 1');
  return shares;
}

/** One list of shares for each stratum. */
export function requireStrata(parameter: string, value: unknown): readonly Float64Array[] {
  if (!Array.isArray(value) || !isList(value[0])) return [requireShares(parameter, value)];
  const [first] = value;
  return value.map((shares, stratum) =>
    requireShares(`${parameter}[${stratum}]`, shares, stratum === 0 ? undefined : first.length),
  );
}

export function requireAlpha(alpha: unknown): number {
  const level = requireNumber('alpha', alpha, 0, 1);
  if (level === 0 || level === 1)
    throw invalidArgument('alpha', alpha, 'must be a number above 0 and below 1');
  return level;
}
