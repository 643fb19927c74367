/**
 * `ldp-bandits/server/testing`: what a store must do, as cases that any test runner runs. They need no framework,
 * and no Node: `for (const { name, run } of storeCases({ create })) test(name, run)`. docs/stores.md has an example.
 */
import type { AggregateStore, DefinitionStore } from '../store.js';
import { batchCases } from './batch-cases.js';
import { concurrencyCases } from './concurrency-cases.js';
import { definitionCases as casesOfDefinitions } from './definition-cases.js';
import { publicationCases } from './publication-cases.js';

export interface StoreCase {
  /** The claim that {@link run} tests; unique in its list. */
  readonly name: string;
  /** Rejects with an Error whose message says what was expected and what the store did. */
  run(): Promise<void>;
}

/** The store that the cases run on. Each case makes one of its own and disposes it. */
export interface StoreUnderTest<Store extends AggregateStore = AggregateStore> {
  /** An empty store that shares no data with another. */
  create(): Store | Promise<Store>;
  /**
   * The same data after `store` was let go without a goodbye, as its process does when it dies. Absent: the store
   * is not durable, and the case of that is left out.
   */
  reopen?(store: Store): Store | Promise<Store>;
  /** A second connection to the data of `store`, which stays open. Absent: one connection plays all collectors. */
  another?(store: Store): Store | Promise<Store>;
}

/** The cases for every store: one test each, in any order. */
export function storeCases(store: StoreUnderTest): StoreCase[] {
  return [...batchCases(store), ...publicationCases(store), ...concurrencyCases(store)];
}

/** The cases for a store that keeps definitions too, beside {@link storeCases}. */
export function definitionCases(store: StoreUnderTest<DefinitionStore>): StoreCase[] {
  return casesOfDefinitions(store);
}
