// One decision of one visitor with a context, in Node: choose() among 20 arms of 20 features, then
// reward() until the noisy bytes are queued.
import { timeClient } from '../client-decisions.mjs';

const kArms = 20;
const kDimension = 20;

const kGaussian = { delta: 1e-6 };
const algorithms = {
  linucb: { type: 'ldp-linucb', dimension: kDimension },
  newton: { type: 'ldp-glm-newton', dimension: kDimension },
  ball: { type: 'ldp-linucb', dimension: kDimension, mechanism: 'ball' },
  moments: { type: 'ldp-linear-moments', dimension: kDimension },
  gram: { type: 'ldp-linucb', dimension: kDimension, mechanism: 'gaussian', ...kGaussian },
  pair: { type: 'online-ldp-linucb', dimension: kDimension, ...kGaussian },
};
// The features of a page: other ones for every visitor, made before the clock starts.
const contexts = Array.from({ length: 50 }, () =>
  Array.from({ length: kArms }, () =>
    Float64Array.from({ length: kDimension }, () => (Math.random() - 0.5) / Math.sqrt(kDimension)),
  ),
);
const medianOf = (algorithm) =>
  timeClient(algorithm, { decisions: 2_000, repetitions: 5, contexts, feedback: (i) => i & 1 });

export async function measure() {
  const times = {};
  for (const [name, algorithm] of Object.entries(algorithms))
    times[name] = await medianOf(algorithm);
  const { moments, linucb, newton, ball, gram, pair } = times;
  const codebook = (name, time) => ({
    name: `choose() and reward() with a context, d = 20, K = 20, ${name}, codebook, epsilon 1, median`,
    value: time.both,
    unit: 'microseconds',
    target: { atMost: 100 },
    comparisons: [
      { label: 'of which choose(), synchronous', value: time.choose },
      // A coin names the part of a report: one of 20 numbers, or one of 210.
      { label: 'nine in ten take at most', value: time.most },
    ],
  });
  return [
    codebook('ldp-linear-moments', moments),
    codebook('ldp-linucb (64 codewords of 230 numbers)', linucb),
    codebook('ldp-glm-newton', newton),
    {
      name: 'choose() and reward() with a context, d = 20, K = 20, ldp-linucb (ball), median',
      value: ball.both,
      unit: 'microseconds',
      target: { atMost: 200 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: ball.choose },
        { label: 'ldp-linucb with exact Gaussian noise, 2 x 230 draws', value: gram.both },
        { label: 'online-ldp-linucb, 2 x 21 draws', value: pair.both },
      ],
    },
    {
      name: 'Longest report with a context, d = 20 (ldp-linucb, Gaussian)',
      value: gram.bytes,
      unit: 'bytes',
      target: { atMost: 1000 },
      comparisons: [
        { label: 'ldp-linucb, ball', value: ball.bytes },
        { label: 'ldp-linear-moments, the default, either part', value: moments.bytes },
        { label: 'online-ldp-linucb', value: pair.bytes },
      ],
    },
  ];
}
