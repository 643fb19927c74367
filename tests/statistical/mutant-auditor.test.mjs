// Every mutant fits the source as it is. A reduced audit builds a third of them, so the others would not tell.
import { describe, expect, it } from 'vitest';
import { mutate } from './build-mutant.mjs';
import { kEveryMutant } from './every-mutant.mjs';

describe('the mutants', () => {
  it.each(kEveryMutant.map((mutant) => [mutant.name, mutant]))(
    '%s changes the source',
    (_, mutant) => {
      const files = [...mutate(mutant).keys()];
      expect(new Set(files)).toEqual(new Set(mutant.changes.map(({ file }) => file)));
    },
  );

  it('have names of their own', () => {
    const names = kEveryMutant.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
