// A situation of every kind that has another algorithm, or another way to choose and answer.
import type { Situation } from 'ldp-bandits/recommend';

export const situations: readonly (readonly [string, Situation])[] = [
  ['one by clicks', { choose: 'one', see: 'click', visitors: 1e5, epsilon: 1 }],
  ['one by values', { choose: 'one', see: 'value', range: [0, 50], visitors: 1e5, epsilon: 1 }],
  ['one by unbounded values', { choose: 'one', see: 'value', visitors: 1e5, epsilon: 1 }],
  [
    'an answer',
    { choose: 'one', see: 'click', goal: 'decide', options: 3, visitors: 1e5, epsilon: 2 },
  ],
  [
    'tastes that change',
    { choose: 'one', see: 'click', changing: true, visitors: 1e6, epsilon: 1 },
  ],
  ['a slate', { choose: 'set', see: 'click', options: 6, shown: 3, visitors: 1e5, epsilon: 1 }],
  [
    'clicks by context',
    { choose: 'by-context', see: 'click', features: 4, visitors: 1e6, epsilon: 1 },
  ],
  [
    'clicks by many features',
    { choose: 'by-context', see: 'click', features: 20, visitors: 1e9, epsilon: 2 },
  ],
  [
    'values by context',
    {
      choose: 'by-context',
      see: 'value',
      range: [0, 5],
      features: 4,
      visitors: 1e6,
      epsilon: 1,
    },
  ],
  [
    'options that are the same for everybody',
    { choose: 'by-context', see: 'click', fixed: true, options: 8, visitors: 1e6, epsilon: 1 },
  ],
  ['two sliders by comparison', { choose: 'number', see: 'comparison', visitors: 1e5, epsilon: 1 }],
  [
    'three numbers by value',
    { choose: 'number', numbers: 3, see: 'value', range: [0, 2], visitors: 1e9, epsilon: 1 },
  ],
  ['a price', { choose: 'number', numbers: 1, see: 'click', visitors: 1e7, epsilon: 1 }],
];
