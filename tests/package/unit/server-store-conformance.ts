// The published cases of ldp-bandits/server/testing as tests of vitest.
import type { DefinitionStore } from 'ldp-bandits/server';
import { definitionCases, type StoreUnderTest, storeCases } from 'ldp-bandits/server/testing';
import { describe, test } from 'vitest';

export function describeAggregateStore(name: string, store: StoreUnderTest): void {
  describe(`${name} as an AggregateStore`, () => {
    for (const { name, run } of storeCases(store)) test(name, run);
  });
}

export function describeDefinitionStore(
  name: string,
  store: StoreUnderTest<DefinitionStore>,
): void {
  describeAggregateStore(name, store as StoreUnderTest);
  describe(`${name} as a DefinitionStore`, () => {
    for (const { name, run } of definitionCases(store)) test(name, run);
  });
}
