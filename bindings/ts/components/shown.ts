// The option that this visitor has seen on an earlier page.
import type { PlacementOptions } from './types.js';

type Lifetime = NonNullable<PlacementOptions['sticky']>;

const DAYS_30 = 30 * 86_400_000;

const storageOf = (lifetime: Lifetime) => (lifetime === 'session' ? sessionStorage : localStorage);
const nameOf = (id: string) => `ldp-bandits-shown:${id}`;

/** The arm that a visitor saw, which is public. */
export function keepArm(id: string, lifetime: Lifetime, arm: number): void {
  try {
    storageOf(lifetime).setItem(nameOf(id), `[${arm},${Date.now() + DAYS_30}]`);
  } catch {
    // Full or blocked: another page draws anew.
  }
}

export function keptArm(id: string, lifetime: Lifetime, arms: number): number | undefined {
  try {
    const [arm, until] = JSON.parse(storageOf(lifetime).getItem(nameOf(id)) ?? '[]') as unknown[];
    const isArm = Number.isInteger(arm) && (arm as number) >= 0 && (arm as number) < arms;
    return isArm && Date.now() <= (until as number) ? (arm as number) : undefined;
  } catch {
    return undefined; // blocked, or not ours
  }
}
