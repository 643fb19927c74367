// What a page has open. It outlives the modules: a development server runs them again after every edit.
import type { AlgorithmSpec } from '../client/types.js';
import { LivePlacement } from './placement.js';
import { SharedBandit } from './shared-bandit.js';
import type { Bandits, Placement, PlacementOptions } from './types.js';

/** By id. A change of what is in it needs another number: copies of several versions may be in a page. */
export type Registry = Map<string, SharedBandit>;
const REGISTRY = Symbol.for('ldp-bandits.components.1');

/** On a server a new one each time: what one visitor sees is nothing to the next. */
export function registryOfPage(): Registry {
  if (typeof document === 'undefined') return new Map();
  const page = globalThis as { [REGISTRY]?: Registry };
  page[REGISTRY] ??= new Map();
  return page[REGISTRY];
}

export function placementOf(
  bandits: Bandits,
  experiment: string,
  algorithm: AlgorithmSpec,
  options: PlacementOptions,
): Placement {
  const { endpoint, privacy } = bandits.setup;
  const id = idOf({ endpoint, experiment, algorithm, privacy });
  const registry = registryOfPage();
  const shared = registry.get(id) ?? new SharedBandit(id, experiment, algorithm, bandits);
  registry.set(id, shared);
  shared.bandits = bandits;
  shared.users.add(bandits);
  const { key = '' } = options;
  const placement = shared.placements.get(key) ?? new LivePlacement(shared, key, options);
  shared.placements.set(key, placement);
  if (options.context) placement.context = options.context;
  return placement;
}

const inOrder = (_: string, value: unknown): unknown =>
  value instanceof Object ? Object.fromEntries(Object.entries(value).sort()) : value;

/**
 * A text that is equal for equal terms, which components may name in another order. Prototype.js makes lists in it texts:
 * they stay equal or different.
 */
export const idOf = (terms: object): string => JSON.stringify(terms, inOrder);
