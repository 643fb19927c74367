/** The playground's form: its worlds and their learners, what it refuses, and what it says of a result. */
import { ren2020 } from 'ldp-bandits/papers';
import {
  catalog,
  createSimulator,
  encodeSpec,
  LdpError,
  type SimulationResult,
} from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import {
  BASELINES,
  defaultLearnerIn,
  labelsOf,
  learnersIn,
  specOf,
} from '../../../web/src/playground/build-spec.js';
import { armOf, DEFAULTS, type Draft, meanOf } from '../../../web/src/playground/draft.js';
import { fieldPath, withParents } from '../../../web/src/playground/field-path.js';
import { PRESETS } from '../../../web/src/playground/presets.js';
import { priceOf } from '../../../web/src/playground/price.js';
import { problemIn } from '../../../web/src/playground/problems.js';
import { draftOf } from '../../../web/src/playground/read-spec.js';

const base: Draft = {
  ...DEFAULTS,
  arms: [armOf('bernoulli', { mean: '0.8' }), armOf('bernoulli', { mean: '0.5' })],
  learners: [{ number: 0, type: 'weighted-ldp-ucb', values: {} }],
};

describe('an error of the library finds the field that it was made in', () => {
  const menu: Draft = { ...base, levels: 'menu', silent: '10' };
  const compared: Draft = {
    ...base,
    epsilon: '4 1',
    learners: ['ldp-thompson', 'he-ldp-ucb-bernoulli'].map((type, number) => ({
      number,
      type,
      values: {},
    })),
  };
  test.each([
    [base, 'environment.means[1]', 'arms[1].mean'],
    [base, 'environment.arms[2].alpha', 'arms[2].alpha'],
    [{ ...base, world: 'switching' } as Draft, 'environment.arms', 'switchingArms'],
    [{ ...base, world: 'linear' } as Draft, 'environment.arms', 'linear.arms'],
    [{ ...base, world: 'linear' } as Draft, 'environment.dimension', 'linear.dimension'],
    [{ ...base, world: 'slate' } as Draft, 'environment.set.groups[1]', 'arms[1].kind'],
    [{ ...base, world: 'slate' } as Draft, 'environment.set.most[0]', 'slate.most'],
    [{ ...base, world: 'slate' } as Draft, 'environment.set.choose', 'slate.choose'],
    [{ ...base, world: 'slate' } as Draft, 'environment.set', 'slate.choose'],
    [{ ...base, world: 'slate' } as Draft, 'environment.means[1]', 'arms[1].mean'],
    [base, 'runs[0].epsilon', 'epsilon'],
    [base, 'runs[0].policy.epsilonMin', 'learners[0].epsilonMin'],
    [base, 'runs[3].policy.rewards.scale', 'rewards.scale'],
    [base, 'runs[0].delivery.lost', 'delivery.lost'],
    [menu, 'runs[0].population.levels[2]', 'menu[1].level'],
    [menu, 'runs[0].population.probabilities[0]', 'silent'],
    [menu, 'runs[0].population.probabilities', 'shares'],
    [compared, 'runs[1].epsilon', 'epsilon'],
    [compared, 'runs[2].policy.bound', 'learners[1].bound'],
    [compared, 'runs[3].policy.bound', 'learners[1].bound'],
    [base, 'horizon', 'horizon'],
    [base, 'spec', 'horizon'],
  ])('%#: %s', (draft, path, field) => {
    expect(fieldPath(path, draft)).toBe(field);
  });

  test('a part that has no field of its own is shown where the whole is', () => {
    expect(withParents('learners[0].rewards.low')).toEqual([
      'learners[0].rewards.low',
      'learners[0].rewards',
      'learners[0]',
      'learners',
    ]);
  });

  test('what is no number stays one for the library to refuse, with the field’s name', async () => {
    const wrong = specOf({ ...base, arms: [armOf('bernoulli', { mean: 'half' })] });
    const error = await encodeSpec(wrong).catch((reason: unknown) => reason);
    expect(LdpError.is(error, 'spec_invalid') && error.details['parameter']).toBe(
      'environment.means[0]',
    );
  });
});

test('means of the laws', () => {
  expect(meanOf(armOf('beta', { alpha: '4' }))).toBe(0.8);
  expect(meanOf(armOf('two-point', { low: '0.4', high: '1' }))).toBe(0.7);
  expect(meanOf(armOf('uniform', { low: '-1', high: '2' }))).toBe(0.5);
  expect(meanOf(armOf('bernoulli', { mean: '' }))).toBeNaN();
});

test('learners of one kind have names that differ', () => {
  const learner = (number: number, values = {}) => ({
    number,
    type: 'he-ldp-ucb-bernoulli',
    values,
  });
  expect(labelsOf([learner(0), learner(1), learner(2, { bound: 'La' })])).toEqual([
    'HeLDP-UCB-B',
    'HeLDP-UCB-B (2)',
    'HeLDP-UCB-B La',
  ]);
});

describe('a linear world', () => {
  const linear: Draft = { ...base, world: 'linear' };
  const runs = (draft: Draft) => specOf(draft).runs;

  test('has one level for everybody who has any, and no way for reports to be late', () => {
    const learners = ['ldp-linucb', 'jdp-linucb', 'shuffle-linucb', 'oful'].map((type, number) => ({
      number,
      type,
      values: {},
    }));
    const draft = { ...linear, learners, levels: 'menu', silent: '10', epsilon: '3' } as const;
    const delivery = { ...DEFAULTS.delivery, delay: '5', lost: '3' };
    const all = runs({ ...draft, delivery });
    expect(all.map(({ epsilon }) => epsilon)).toEqual([3, 3, 3, undefined, undefined, undefined]);
    for (const run of all) {
      expect(run.population).toBeUndefined();
      expect(run.delivery).toBeUndefined();
    }
  });

  test('stands beside LinUCB without privacy, not beside a learner of arms', () => {
    const labels = (draft: Draft) => runs(draft).map(({ label }) => label);
    expect(labels(linear)).toContain(BASELINES.linear);
    expect(labels(linear)).not.toContain(BASELINES.arms);
    expect(labels(base)).not.toContain(BASELINES.linear);
  });

  test('takes learners of its own family, and players that never learn', () => {
    const ids = (world: Draft['world']) => learnersIn(world).map(({ id }): string => id);
    expect(ids('linear')).toContain('ldp-linear-moments');
    expect(ids('linear')).not.toContain('ucb1');
    expect(ids('arms')).not.toContain('ldp-linucb');
    expect(ids('linear')).toContain('uniform');
    expect(ids('slate')).toContain('combinatorial-thompson');
    expect(ids('slate')).not.toContain('ucb1');
    expect(ids('arms')).not.toContain('cucb');
    const played = catalog.filter(({ family }) =>
      ['multi-armed', 'linear', 'combinatorial'].includes(family),
    );
    expect([...ids('linear'), ...ids('arms'), ...ids('slate')]).toEqual(
      expect.arrayContaining(played.map(({ id }) => id)),
    );
    expect(defaultLearnerIn('linear')).toBe('ldp-linear-moments');
    expect(defaultLearnerIn('arms')).toBe('ldp-thompson');
    expect(defaultLearnerIn('switching')).toBe('ldp-thompson');
  });
});

describe('worlds that end in an answer', () => {
  const learner = (type: string) => [{ number: 0, type, values: {} }];
  const choice: Draft = { ...base, world: 'test', learners: learner('ldp-kl-lucb') };
  const tuning: Draft = { ...base, world: 'tuning', learners: learner('ldp-two-point') };

  test('have learners of their own, and beside them one that reads everything', () => {
    const labels = (draft: Draft) => specOf(draft).runs.map(({ label }) => label);
    expect(labels(choice).slice(1)).toEqual([BASELINES.test, BASELINES.uniform]);
    // There is no baseline that plays points at random.
    expect(labels(tuning).slice(1)).toEqual([BASELINES.tuning]);
    expect(defaultLearnerIn('test')).toBe('ldp-duel');
    expect(defaultLearnerIn('tuning')).toBe('ldp-two-point');
    expect(learnersIn('switching').map(({ id }) => id)).toContain('one-point-reduction');
    for (const { family } of learnersIn('tuning')) expect(family).toBe('convex');
  });

  test('have one level for all visitors, and no late reports', () => {
    for (const draft of [choice, tuning]) {
      const delivery = { ...DEFAULTS.delivery, delay: '5', lost: '3' };
      const { runs } = specOf({ ...draft, levels: 'menu', silent: '10', delivery });
      expect(runs[0]).toMatchObject({ epsilon: 1 });
      expect(runs[0]).not.toHaveProperty('delivery');
      expect(runs[0]).not.toHaveProperty('population');
    }
  });

  test.each([
    ['no dimension', '', 'tuning.dimension'],
    ['half a dimension', '1.5', 'tuning.dimension'],
    ['more than there may be', '33', 'tuning.dimension'],
  ])('%s is refused by the library, at its field', async (_what, dimension, field) => {
    const wrong: Draft = { ...tuning, tuning: { dimension, loss: 'preference' } };
    const error = await encodeSpec(specOf(wrong)).catch((reason: unknown) => reason);
    const parameter = LdpError.is(error, 'spec_invalid') ? error.details['parameter'] : error;
    expect(fieldPath(String(parameter), wrong)).toBe(field);
  });
});

describe('a world of slates', () => {
  const slate: Draft = {
    ...base,
    world: 'slate',
    arms: ['2', '1', '2', '4'].map((kind) => armOf('bernoulli', { mean: '0.5', kind })),
    learners: [{ number: 0, type: 'combinatorial-thompson', values: {} }],
  };

  test('has at most `most` of each kind, with kinds numbered as they are typed', () => {
    expect(specOf({ ...slate, slate: { choose: '2', most: '1' } }).environment).toEqual({
      type: 'combinatorial',
      set: {
        type: 'partition',
        groups: [1, 0, 1, 3],
        most: [1, 1, 1, 1],
        choose: 2,
        reward: 'sum',
      },
      means: [0.5, 0.5, 0.5, 0.5],
    });
  });

  test('takes an arm without a kind for one of a kind of its own', () => {
    const arms = ['', '2', '', '2'].map((kind) => armOf('bernoulli', { mean: '0.5', kind }));
    expect(specOf({ ...slate, arms }).environment).toMatchObject({
      set: { groups: [2, 1, 3, 1], most: [1, 1, 1, 1] },
    });
    const back = draftOf(specOf({ ...slate, arms }));
    expect(back && specOf(back)).toEqual(specOf({ ...slate, arms }));
  });

  test('stands beside CUCB without privacy, and has one level', () => {
    const { runs } = specOf({ ...slate, levels: 'menu', silent: '10', epsilon: '3' });
    expect(runs.map(({ label }) => label).slice(1)).toEqual([BASELINES.slate, BASELINES.uniform]);
    expect(runs.map(({ epsilon }) => epsilon)).toEqual([3, undefined, undefined]);
    expect(defaultLearnerIn('slate')).toBe('cucb-ldp-kl');
  });

  test.each([
    ['kind 0', '0', 'environment.set.groups[0]'],
    ['half a kind', '1.5', 'environment.set.groups[0]'],
    ['a kind beyond counting', '1e300', 'environment.set.groups[0]'],
  ])('%s is refused by the library, at its field', async (_what, kind, parameter) => {
    const [, ...rest] = slate.arms;
    const wrong = { ...slate, arms: [armOf('bernoulli', { mean: '0.5', kind }), ...rest] };
    const error = await encodeSpec(specOf(wrong)).catch((reason: unknown) => reason);
    expect(LdpError.is(error, 'spec_invalid') && error.details['parameter']).toBe(parameter);
    expect(fieldPath(parameter, wrong)).toBe('arms[0].kind');
  });
});

test('the learner that reads every reward is the default one without its coin: what differs is the privacy', () => {
  const reader = (draft: Draft) => specOf(draft).runs.at(-2);
  const mine = catalog.find(
    ({ default: isDefault, family }) => isDefault && family === 'multi-armed',
  );
  expect(mine?.id).toBe('ldp-thompson');
  expect(reader(base)).toEqual({ label: BASELINES.arms, policy: { type: 'thompson' } });
  // Where rewards switch, so that averages mislead, it is one that expects that.
  const switching = reader({ ...base, world: 'switching' });
  expect(switching).toEqual({ label: BASELINES.switching, policy: { type: 'tsallis-inf' } });
});

test('presets of arms begin with the learner that a new row of the form has', () => {
  const begun = PRESETS.filter(({ draft }) => draft.world === 'arms');
  expect(begun.length).toBeGreaterThan(2);
  for (const { draft } of begun) expect(draft.learners[0]?.type).toBe(defaultLearnerIn('arms'));
});

describe('an ε that no page would ask for is refused with a sentence, not clamped', () => {
  const problem = (draft: Partial<Draft>) => {
    const whole = { ...base, ...draft };
    return problemIn(whole, specOf(whole));
  };
  test.each(['0', '100', '-1', '', 'much', '1 0', '33'])('ε of “%s”', async (epsilon) => {
    const found = await problem({ epsilon });
    expect(found?.path).toBe('epsilon');
    expect(found?.text).toMatch(/^ε must be a number from 0.001 to 32\. At 0 /);
  });

  test('a level of the menu', async () => {
    const [least] = DEFAULTS.menu;
    const menu = [...(least ? [least] : []), { level: '100', share: '60' }];
    expect((await problem({ levels: 'menu', menu }))?.path).toBe('menu[1].level');
  });

  test.each(['0.001', '32', '4 1 0.5 0.25'])('ε of “%s” is taken', async (epsilon) => {
    expect(await problem({ epsilon })).toBeNull();
  });

  test.each(['1 1', '5 4 3 2 1'])(
    'levels “%s” are twice the same, or too many',
    async (epsilon) => {
      expect((await problem({ epsilon }))?.text).toBe('At most 4 levels, each of them once.');
    },
  );
});

test('the 20 arms of a paper are those of its figure 1c', () => {
  const environment = ren2020.figures.find(({ id }) => id === '1c')?.specs('quick')[0]
    ?.spec.environment;
  const mine = PRESETS.find(({ name }) => name === '20 arms of a paper');
  // Two points have the same probability where the paper's spec leaves it out.
  expect(mine && specOf(mine.draft).environment).toMatchObject(environment ?? {});
  expect(mine?.draft.arms).toHaveLength(20);
});

describe('the price of privacy in a result', () => {
  const resultOf = async (draft: Partial<Draft>): Promise<SimulationResult> => {
    const spec = specOf({ ...base, horizon: '2000', replicates: '4', ...draft });
    const simulator = await createSimulator({ workers: 0 });
    const result = await simulator.run(spec).result;
    await simulator[Symbol.asyncDispose]();
    return result;
  };
  const multiple = ({ curves }: SimulationResult, run: number, reader: number) =>
    Number(((curves[run]?.mean.at(-1) ?? 0) / (curves[reader]?.mean.at(-1) ?? 0)).toPrecision(2));

  test('is the regret as a multiple of the learner that reads every reward', async () => {
    const result = await resultOf({ epsilon: '4 1' });
    expect(priceOf(result)).toBe(
      `Regret after 2,000 rounds, against no privacy: ${multiple(result, 0, 2)} times at ε = 4; ${multiple(result, 1, 2)} times at ε = 1.`,
    );
  });

  test('names the learners where there are several', async () => {
    const learners = ['ldp-thompson', 'ldp-imed'].map((type, number) => ({
      number,
      type,
      values: {},
    }));
    const result = await resultOf({ learners });
    expect(priceOf(result)).toContain(
      `${multiple(result, 0, 2)} times with LDP Thompson sampling;`,
    );
  });

  test('is not said where nothing reads every reward', async () => {
    const result = await resultOf({});
    const alone = { ...result, curves: result.curves.slice(0, 1) } as SimulationResult;
    expect(priceOf(alone)).toMatch(/^4 replicates of each\. Regret after 2,000 rounds\./);
  });
});
