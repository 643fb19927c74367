// The lint rule that keeps pages with old libraries alive finds what it forbids, and nothing else.
import { expect, test } from 'vitest';
import { findNewer, findReplaced } from '../../../scripts/lib/page-code.mjs';

const found = (line, path = 'bindings/ts/client/some.ts') => findReplaced(path, line).length;

test.each([
  'const list = Array.from({ length: 6 }, work);',
  'const numbers = Float64Array.from(value, (x) => x);',
  'const all = Array.from(set);',
  'const sum = list.reduce((a, b) => a + b, 0);',
  'for (const [i, x] of list.entries()) use(i, x);',
  'const text = JSON.stringify([1, 2]);',
  'await fetch(new Request(url, init));',
  'element.dispatchEvent(new Event("change"));',
  'const send = this.send.bind(this);',
  'if (text.startsWith("a", 2)) return;',
  'for (const key in options) use(key);',
])('forbids %s', (line) => {
  expect(found(line)).toBe(1);
});

test.each([
  'const all = [...set];',
  'const list = new Float64Array(numbers);',
  'for (const [key, value] of Object.entries(options)) use(key, value);',
  'for await (const entry of ledger.entries()) use(entry);',
  'if (text.startsWith("a")) return;',
  '// As Array.from(list, make) would.',
  ' * JSON.stringify of it throws.',
])('allows %s', (line) => {
  expect(found(line)).toBe(0);
});

test('a file that has a reason may', () => {
  expect(found('return JSON.stringify(value);', 'bindings/ts/internal/json.ts')).toBe(0);
});

test.each([
  'const stop = AbortSignal.any([a, b]);',
  'if (URL.canParse(text)) use(text);',
  'const { promise, resolve } = Promise.withResolvers();',
  'const names = map.keys().map((name) => name.length);',
  'const last = list.findLast(isOpen);',
  'const both = first.union(second);',
])('finds what the oldest browsers lack in %s', (line) => {
  expect(findNewer('bindings/ts/client/some.ts', line)).toHaveLength(1);
});

test('finds nothing newer in what they have', () => {
  const code = 'const last = [...map.keys()].map((name) => name.length).at(-1);';
  expect(findNewer('bindings/ts/client/some.ts', code)).toEqual([]);
});
