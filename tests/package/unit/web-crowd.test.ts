// The crowds of /start/: each kind of advice has one, it runs through client and collector, and what they learnt can be
// set beside the truth.
import { recommend, type Situation } from 'ldp-bandits/recommend';
import { describe, expect, test } from 'vitest';
import { playCrowd } from '../../../web/src/start/live/crowd.js';
import { learntOf } from '../../../web/src/start/live/learnt.js';
import {
  LEAST_VISITORS,
  MOST_VISITORS,
  type Plan,
  planOf,
  planText,
  readPlan,
} from '../../../web/src/start/live/plan.js';
import { situations } from './recommend-support.js';

const planFor = (situation: Situation) => planOf(situation, recommend(situation)).plan;

async function played(plan: Plan) {
  for await (const state of playCrowd(plan)) if (state.isOver) return state;
  throw new Error('the crowd went home');
}

describe.each(situations)('%s', (_name, situation) => {
  test('has a plan that reads as it was written, of at least 2,000 visitors', () => {
    const plan = planFor(situation);
    expect(readPlan(planText(plan))).toEqual(plan);
    expect(plan.visitors).toBeGreaterThanOrEqual(2000);
    expect(plan.visitors).toBeLessThanOrEqual(MOST_VISITORS);
  });

  test('has a crowd whose reports all count, and a row of what was learnt for each part of the truth', async () => {
    const plan = { ...planFor(situation), visitors: 200 };
    const { all, snapshot } = await played(plan);
    expect(JSON.parse(snapshot).reports).toBe(all.visitors);
    expect(all.best).toBeGreaterThanOrEqual(all.got);
    const { yes, weights, best } = plan.truth;
    expect(learntOf(plan, snapshot).rows.map(({ truth }) => truth)).toHaveLength(
      (yes ?? weights ?? best ?? []).length,
    );
  });
});

test('a crowd of 10,000 teaches the last visitors most of what a page that knows all would gain', async () => {
  const plan = planFor({ choose: 'one', see: 'click', visitors: 20_000, epsilon: 1, rate: 0.4 });
  expect(plan.visitors).toBe(10_000);
  const { last } = await played(plan);
  expect((last.got - last.random) / (last.best - last.random)).toBeGreaterThan(0.7);
});

test('where a difference is too small for one run, the crowd differs by more, and that is said', () => {
  const situation = { choose: 'one', see: 'click', visitors: 1e6, epsilon: 1, rate: 0.02 } as const;
  const widened = planOf({ ...situation, gap: 0.02 }, recommend({ ...situation, gap: 0.02 }));
  expect(widened.isWidened).toBe(true);
  expect(Math.max(...(widened.plan.truth.yes ?? []))).toBeGreaterThan(0.1);
  const asAsked = planOf({ ...situation, gap: 0.4 }, recommend({ ...situation, gap: 0.4 }));
  expect(asAsked.isWidened).toBe(false);
  expect(Math.max(...(asAsked.plan.truth.yes ?? []))).toBe(0.42);
});

test.each([
  ['{', /Line|line|JSON|property/],
  ['[]', /must be an object/],
  ['{"algorithm": {}, "epsilon": 1, "truth": {}}', /visitors: is missing/],
  ['{"algorithm": {}, "epsilon": 1, "visitors": 9, "truth": {}}', /from 100 to/],
  ['{"algorithm": {}, "epsilon": "1", "visitors": 900, "truth": {}}', /epsilon: must be a number/],
  ['{"algorithm": {}, "epsilon": 1, "visitors": 900, "truth": {}, "x": 1}', /x: is not known/],
])('text that is no plan is refused with its reason: %s', (text, reason) => {
  expect(() => readPlan(text)).toThrow(reason);
});

test.each([
  [{ yes: [0.4, 0.4, 0.4] }, /truth\.yes: .*: 4$/],
  [{ yes: [0.4, 0.4, 0.4, 2] }, /truth\.yes\[3\]: must be a number from 0 to 1/],
  [{ weights: [1] }, /truth\.yes/],
])(
  'a crowd that does not fit the algorithm is refused before anyone comes: %j',
  async (truth, reason) => {
    const plan = planFor({ choose: 'one', see: 'click', visitors: 20_000, epsilon: 1 });
    await expect(played({ ...plan, visitors: LEAST_VISITORS, truth })).rejects.toThrow(reason);
  },
);
