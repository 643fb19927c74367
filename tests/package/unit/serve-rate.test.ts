// Reports a day, by the growth of what the store has.
import { expect, test } from 'vitest';
import { StoreObserver } from '../../../bindings/ts/serve/observed-store.js';
import { Rate } from '../../../bindings/ts/serve/rate.js';

const HOUR_MS = 3_600_000;

function setup() {
  const observer = new StoreObserver();
  let now = 0;
  const rate = new Rate(observer, () => now);
  const pass = (hours: number) => {
    now += hours * HOUR_MS;
  };
  return { observer, rate, pass };
}

test('a rate counts what came since the first look, by whichever collector', () => {
  const { rate, pass } = setup();
  expect(rate.perDay('demo', 1000)).toBeNull();
  pass(0.1);
  expect(rate.perDay('demo', 1005)).toBeNull();
  pass(0.9);
  expect(rate.perDay('demo', 1100)).toBeCloseTo(2400);
});

test('an experiment that is new has a start of its own', () => {
  const { rate, pass } = setup();
  pass(100);
  expect(rate.perDay('new', 0)).toBeNull();
  pass(1);
  expect(rate.perDay('new', 10)).toBeCloseTo(240);
});

test('an experiment that was archived or reset begins anew', () => {
  for (const isArchived of [true, false]) {
    const { observer, rate, pass } = setup();
    rate.perDay('demo', 0);
    pass(10);
    rate.perDay('demo', 5000);
    if (isArchived) observer.archived('demo');
    expect(rate.perDay('demo', 2)).toBeNull();
    pass(1);
    expect(rate.perDay('demo', 102)).toBeCloseTo(2400);
  }
});

test('two looks that come in the wrong order are no reset', () => {
  const { rate, pass } = setup();
  rate.perDay('demo', 0);
  pass(1);
  rate.perDay('demo', 101);
  expect(rate.perDay('demo', 100)).toBeCloseTo(2400);
});
