// What a replay says of how loud codebook reports are rests on m: docs/spec/codebook.md, section 10.
import { expect, test } from 'vitest';
import { codebookMean } from '../../../bindings/ts/replay/codebook-mean.js';

test.each([
  [2, 1, 64, 24, 0.243427602555],
  [5, 0.2, 64, 31, 0.0338902390372],
  [5, 4, 256, 22, 0.578339219644],
  [5, 8, 1024, 7, 0.85284059591],
  [20, 10, 4096, 3, 0.628671199575],
  [230, 8, 1024, 4, 0.176337556397],
])('m for d = %d, epsilon = %d, N = %d, k = %d', (dimension, epsilon, codewords, near, m) => {
  expect(codebookMean({ dimension, epsilon, codewords, near }) / m).toBeCloseTo(1, 5);
});

// Randomised response between one direction and its opposite: E|<U, e>| = 1/2 in three dimensions.
test('two codewords', () => {
  const m = codebookMean({ dimension: 2, epsilon: 1, codewords: 2, near: 1 });
  expect(m).toBeCloseTo(Math.tanh(0.5) / 2, 6);
});
