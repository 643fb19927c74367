// Which column of a log is what.
import { didYouMean } from '../internal/nearest.js';
import { refused, shown } from './refuse.js';

/** Undefined: the first of the usual names that the header has. 'none': no such column, of propensity and stratum. */
export interface LogColumns {
  /** What was shown. */
  readonly arm?: string | undefined;
  /** From 0 to 1. */
  readonly reward?: string | undefined;
  /** The probability with which it was shown, above 0, at most 1. Without: every arm equally likely. */
  readonly propensity?: string | undefined;
  /** Where it was shown. Without: everywhere alike. */
  readonly stratum?: string | undefined;
}

export type Role = keyof LogColumns;

const kUsualNames: Readonly<Record<Role, readonly string[]>> = {
  arm: ['item_id', 'arm', 'action'],
  reward: ['click', 'reward'],
  propensity: ['propensity_score', 'propensity', 'pscore'],
  stratum: ['position', 'place', 'rank'],
};

export interface Header {
  readonly source: string;
  readonly names: readonly string[];
}

/** How the caller names the column of a role: an option of the command or of the function. */
export type OptionOf = (role: Role) => string;

/** Where the column of a role is; -1: there is none. @throws LdpError `bad_log`. */
export function placeOf(
  header: Header,
  role: Role,
  wanted: string | undefined,
  option: string,
  headless: string,
): number {
  const { source, names } = header;
  const isNeeded = role === 'arm' || role === 'reward';
  if (wanted === 'none' && !isNeeded) return -1;
  const tried = wanted === undefined ? kUsualNames[role] : [wanted.trim()];
  const found = tried.find((name) => names.includes(name));
  if (found !== undefined) return onlyPlaceOf(header, found);
  if (wanted === undefined && !isNeeded) return -1;
  const isHeadless = names.every((name) => name !== '' && Number.isFinite(Number(name)));
  const hint = isHeadless ? `. These are numbers: a log needs a header line${headless}` : '';
  const listed = tried.map((name) => `"${name}"`).join(', ');
  const meant = tried.map((name) => didYouMean(name, names)).find((found) => found !== '') ?? '';
  throw refused(
    source,
    {},
    `has no column ${listed} for the ${role}.${meant} Name it with ${option}; the file has: ${describeHeader(names)}${hint}`,
  );
}

/** @throws LdpError `bad_log` if two columns have the name. */
export function onlyPlaceOf({ source, names }: Header, name: string): number {
  const first = names.indexOf(name);
  if (first === names.lastIndexOf(name)) return first;
  throw refused(
    source,
    { row: 0, column: name },
    'is there more than once. Rename or remove all but one, so that it is clear which is meant',
  );
}

/** The names of a header, for an error. */
export function describeHeader(names: readonly string[]): string {
  const named = names.filter((name) => name !== '');
  const some = named.slice(0, 16).map((name) => shown(name));
  return named.length > some.length
    ? `${some.join(', ')} and ${named.length - some.length} more`
    : some.join(', ');
}
