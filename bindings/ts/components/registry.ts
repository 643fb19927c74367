// What a page has open. It outlives the modules: a development server runs them again after every edit.

import type { AlgorithmSpec } from '../client/types.js';
import { toJson } from '../internal/json.js';
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
  const id = toJson([endpoint, experiment, algorithm, privacy].map(inOrder));
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

/** Components may name the same terms in another order. */
const inOrder = (value: unknown): unknown => {
  if (value instanceof URL) return value.href;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).map(([key, item]) => [key, inOrder(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
};
