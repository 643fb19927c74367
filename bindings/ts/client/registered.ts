// The families that a page has named beside the multi-armed one: the entry of each registers it, and has a
// `createBandit` without the module of arms.
import { invalidArgument } from '../internal/checks.js';
import { createBanditWith } from './create.js';
import type { Embedded, Family } from './family.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

export interface Registration {
  readonly has: (type: string) => boolean;
  readonly family: Family;
  /** Absent: the module of the entry. */
  readonly embedded?: Embedded;
}

const registrations: Registration[] = [];

export function register(registration: Registration): void {
  registrations.push(registration);
}

/** Rejects `invalid_argument` for an algorithm whose family the page has not named. */
export async function registeredFor(type: string): Promise<Registration | undefined> {
  const found = registrations.find(({ has }) => has(type));
  if (!found) {
    const words = await import('./unregistered.js').catch(() => undefined);
    words?.refuseUnregistered(type);
  }
  return found;
}

/**
 * As `createBandit` of `ldp-bandits`, for the families that the page imports: `ldp-bandits/contexts`, `/slates` and
 * `/points` have it too, and a page that needs no arms imports it from there.
 */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  const arms = () => {
    const reason = "needs the module of arms: import { createBandit } from 'ldp-bandits'";
    throw invalidArgument('algorithm.type', options.algorithm.type, reason);
  };
  return createBanditWith(options, arms, registeredFor);
}
