// What a server puts into its pages so that a device can choose without a request: the same for all
// visitors, and as public as the answers of the collector that it is made of.
import { invalidArgument, requireInteger, requireRecord } from './checks.js';

/** Manifest and snapshot of one experiment, as the collector answers them. */
export interface BootstrapEntry {
  readonly manifest: object;
  readonly snapshot: object;
}

/** A JSON value. Its bytes are the same for everybody who asks within the same second. */
export interface Bootstrap<Name extends string = string> {
  readonly v: 1;
  /** When the snapshots were the newest, in ms since 1970, rounded down to a second. */
  readonly at: number;
  /** By the name of the experiment. */
  readonly experiments: Readonly<Record<Name, BootstrapEntry>>;
}

const LATEST = 8.64e15;

/** @param now When the snapshots were asked for, in ms since 1970. */
export function bootstrapOf<Name extends string>(
  now: number,
  entries: readonly (readonly [name: Name, entry: BootstrapEntry])[],
): Bootstrap<Name> {
  const experiments = Object.fromEntries(entries) as Record<Name, BootstrapEntry>;
  return { v: 1, at: Math.floor(now / 1000) * 1000, experiments };
}

/**
 * The entry of an experiment; undefined: there is none of it. What is in the entry is not looked at.
 * Throws `invalid_argument` for what is no bootstrap.
 */
export function entryOf(
  value: unknown,
  name: string,
): (BootstrapEntry & { readonly at: number }) | undefined {
  const given = requireRecord('bootstrap', value);
  if (given['v'] !== 1) {
    const reason = 'must be 1: is it what collector.bootstrap() gave, and of this version?';
    throw invalidArgument('bootstrap.v', given['v'], reason);
  }
  const at = requireInteger('bootstrap.at', given['at'], 0, LATEST);
  const entries = requireRecord('bootstrap.experiments', given['experiments']);
  if (!Object.keys(entries).includes(name)) return undefined;
  const path = `bootstrap.experiments.${name}`;
  const entry = requireRecord(path, entries[name]);
  return {
    at,
    manifest: requireRecord(`${path}.manifest`, entry['manifest']),
    snapshot: requireRecord(`${path}.snapshot`, entry['snapshot']),
  };
}
