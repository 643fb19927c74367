/** From the form to a spec. Nothing is checked here: problems.ts and the library do that. */
import { catalog, defaultBySet, type SimulationSpec } from 'ldp-bandits/simulation';
import {
  type ArmDraft,
  DEFAULTS,
  type Draft,
  epsilonsOf,
  GAUSSIAN_FIELDS,
  isPlain,
  LAW_FIELDS,
  type LearnerDraft,
  numberOf,
  TRANSFORM_FIELDS,
  type World,
} from './draft.js';

export const BASELINES = {
  arms: 'Thompson sampling, no privacy',
  switching: 'Tsallis-INF, no privacy',
  linear: 'LinUCB, no privacy',
  slate: 'Combinatorial Thompson sampling, no privacy',
  test: 'LDP-Duel at ε = 32, so without noise',
  tuning: 'Two points, no privacy',
  uniform: 'uniform play',
} as const;
/** At this level one randomised bit in 10^13 is wrong. */
const NOISELESS = 32;
const RECORD = { points: 160, scale: 'log' } as const;

type Plain = Readonly<Record<string, unknown>>;

/** May hold anything that can be typed; `encodeSpec` and `run` say what is wrong with it. */
export function specOf(draft: Draft): SimulationSpec {
  const labels = labelsOf(draft.learners);
  const learners = rowsOf(draft).map(({ index, learner, epsilon, isCompared }) => ({
    label: `${labels[index]}${isCompared ? `, ε = ${epsilon}` : ''}`,
    policy: policyOf(learner, draft),
    ...(hasEpsilon(learner.type) && visitorsOf(draft, epsilon)),
    ...(hasReports(learner.type, draft.world) && deliveryOf(draft, learner.type)),
  }));
  const reader = readerOf(draft.world);
  const spec: Plain = {
    version: 1,
    seed: draft.seed,
    horizon: numberOf(draft.horizon),
    replicates: numberOf(draft.replicates),
    environment: environmentOf(draft),
    runs: [
      ...learners,
      {
        label: nonPrivateOf(draft.world),
        policy: policyOf(reader, draft),
        ...(draft.world === 'test' && { epsilon: NOISELESS, ...deliveryOf(draft, reader.type) }),
      },
      ...(hasUniform(draft.world)
        ? [{ label: BASELINES.uniform, policy: { type: 'uniform' } }]
        : []),
    ],
    record: RECORD,
  };
  return spec as unknown as SimulationSpec;
}

/** The runs before the baselines: each learner once, or once at each level where several are compared. */
export function rowsOf(draft: Draft) {
  const levels = isPlain(draft.world) || draft.levels === 'one' ? epsilonsOf(draft) : [Number.NaN];
  return draft.learners.flatMap((learner, index) =>
    (hasEpsilon(learner.type) ? levels : levels.slice(0, 1)).map((epsilon) => {
      const isCompared = hasEpsilon(learner.type) && levels.length > 1;
      return { index, learner, epsilon, isCompared };
    }),
  );
}

export const entryOf = (type: string) => catalog.find(({ id }) => id === type);
/** Learners that trust a server or a shuffler have an epsilon too, against other parties. */
export const hasEpsilon = (type: string) => (entryOf(type)?.trustModel ?? 'none') !== 'none';

/** A learner that sees all outcomes of a slate at once has no report to wait for. */
const hasReports = (type: string, world: World) =>
  world !== 'slate' || entryOf(type)?.payload !== 'none';

export const nonPrivateOf = (world: World) => BASELINES[world];

/** There is no baseline that plays points at random. */
export const hasUniform = (world: World) => world !== 'tuning';

/**
 * The learner that reads every reward: the default of the family without its noise, where there is one. One that
 * loses more than private learners do would hide the cost of privacy.
 */
function readerOf(world: World): LearnerDraft {
  if (world === 'linear') return { number: -1, type: 'oful', values: {} };
  if (world === 'slate') return { number: -1, type: 'combinatorial-thompson-free', values: {} };
  if (world === 'test') return { number: -1, type: 'ldp-duel', values: {} };
  if (world === 'tuning') return { number: -1, type: 'two-point', values: {} };
  if (world === 'switching') return { number: -1, type: 'tsallis-inf', values: {} };
  return { number: -1, type: 'thompson', values: {} };
}

const FAMILIES: Readonly<Record<World, readonly (typeof catalog)[number]['family'][]>> = {
  arms: ['multi-armed', 'reduction'],
  switching: ['multi-armed', 'reduction'],
  test: ['best-arm'],
  linear: ['linear'],
  slate: ['combinatorial'],
  tuning: ['convex'],
};

/** Learners that can play in this world. */
export const learnersIn = (world: World) =>
  catalog.filter(({ id, family }) =>
    id === 'uniform' ? hasUniform(world) : FAMILIES[world].includes(family),
  );

/** Slates here are a partition. */
export const defaultLearnerIn = (world: World) =>
  world === 'slate'
    ? defaultBySet.partition
    : (learnersIn(world).find((entry) => entry.default)?.id ?? 'uniform');

/**
 * Parameters that the form leaves out: those of the world, the visitors and the run, bounds that always hold, and
 * what a simulation has not.
 */
const ELSEWHERE = [
  ...['arms', 'set', 'levels', 'neutral', 'rewards', 'dimension', 'norm', 'norms'],
  ...['lossLow', 'lossHigh', 'lipschitz', 'smoothness', 'curvature'],
  ...['forgedShare', 'control'],
];

/** What a row of the form asks for. */
export function parametersOf(type: string) {
  return (entryOf(type)?.parameters ?? []).filter(({ name }) => !ELSEWHERE.includes(name));
}

/** The published name, with what differs from the defaults; numbered where that is not enough. */
export function labelsOf(learners: readonly LearnerDraft[]): readonly string[] {
  const names = learners.map(({ type, values }) => {
    const given = parametersOf(type).flatMap(({ name }) => (values[name] ? [values[name]] : []));
    return [entryOf(type)?.name ?? type, ...given].join(' ').slice(0, 70);
  });
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function environmentOf({ world, switchingArms, linear, slate, tuning, arms }: Draft): Plain {
  if (world === 'switching') return { type: 'switching', arms: numberOf(switchingArms) };
  if (world === 'linear') {
    return {
      type: 'linear',
      dimension: numberOf(linear.dimension),
      arms: numberOf(linear.arms),
      contexts: linear.contexts,
      ...(linear.spread !== '1' && { spread: numberOf(linear.spread) }),
    };
  }
  if (world === 'tuning') {
    const side = (end: number) => new Array<number>(dimensionOf(tuning)).fill(end);
    return { type: 'convex', set: { type: 'box', low: side(0), high: side(1) }, loss: tuning.loss };
  }
  const value = (arm: ArmDraft, name: string) => numberOf(arm.values[name] ?? '');
  if (world === 'slate') {
    const groups = groupsOf(arms);
    const kinds = 1 + Math.max(0, ...groups.filter((group) => group < 2 * arms.length));
    const most = Array.from({ length: Math.ceil(kinds) }, () => numberOf(slate.most));
    const choose = numberOf(slate.choose);
    const set = { type: 'partition', groups, most, choose, reward: 'sum' };
    return { type: 'combinatorial', set, means: arms.map((arm) => value(arm, 'mean')) };
  }
  if (world === 'test' || arms.every(({ law }) => law === 'bernoulli')) {
    return { type: 'bernoulli', means: arms.map((arm) => value(arm, 'mean')) };
  }
  return {
    type: 'mixed',
    arms: arms.map((arm) => ({ law: arm.law, ...numbersOf(arm.values, LAW_FIELDS[arm.law]) })),
  };
}

/** 0 for text that is no length: the library then refuses the empty list. */
function dimensionOf({ dimension }: Draft['tuning']): number {
  const typed = numberOf(dimension);
  return Number.isInteger(typed) && typed >= 0 && typed <= 100 ? typed : 0;
}

/** Typed kinds begin with 1; an arm without one gets a kind of its own, after all typed ones. */
function groupsOf(arms: readonly ArmDraft[]): readonly number[] {
  const typed = arms.map(({ values }) => values['kind'] ?? '');
  const known = typed.filter((kind) => kind.trim() !== '').map(numberOf);
  let next = Math.max(0, ...known.filter((kind) => kind <= arms.length));
  return typed.map((kind) => {
    if (kind.trim() !== '') return numberOf(kind) - 1;
    next += 1;
    return next - 1;
  });
}

function policyOf({ type, values }: LearnerDraft, draft: Draft): Plain {
  const given = parametersOf(type).flatMap(({ name, type: kind }) => {
    const text = values[name] ?? '';
    if (text === '') return [];
    return [[name, kind === 'choice' ? text : numberOf(text)] as const];
  });
  // Rewards of a linear world and of slates are 0 or 1.
  const takesRewards =
    !isPlain(draft.world) && entryOf(type)?.parameters.some(({ name }) => name === 'rewards');
  const rewards = takesRewards && draft.transform !== 'unit' ? { rewards: transformOf(draft) } : {};
  return { type, ...Object.fromEntries(given), ...rewards };
}

function transformOf({ transform, transformValues }: Draft): Plain {
  return { type: transform, ...numbersOf(transformValues, TRANSFORM_FIELDS[transform]) };
}

function visitorsOf({ world, levels, menu, silent, gaussian }: Draft, epsilon: number): Plain {
  // One level: no menu, and no visitor is silent.
  if (isPlain(world)) return { epsilon };
  if (levels === 'clipped-gaussian') {
    return { population: { type: levels, ...numbersOf(gaussian, GAUSSIAN_FIELDS) } };
  }
  const quiet = numberOf(silent) / 100;
  const rows =
    levels === 'one'
      ? [{ level: epsilon, probability: 1 - quiet }]
      : menu.map(({ level, share }) => ({
          level: numberOf(level),
          probability: numberOf(share) / 100,
        }));
  if (levels === 'one' && quiet === 0) return { epsilon };
  const all = quiet === 0 ? rows : [{ level: 0, probability: quiet }, ...rows];
  return {
    population: {
      levels: all.map(({ level }) => level),
      probabilities: all.map(({ probability }) => probability),
    },
  };
}

/** Another serving than `dense` is for an index: a learner that draws its arm has none. */
function deliveryOf({ world, delivery }: Draft, type: string): Plain {
  const { epoch } = delivery;
  const { delay, lost, serving } = isPlain(world) ? DEFAULTS.delivery : delivery;
  const given = {
    ...(epoch !== '1' && { epoch: numberOf(epoch) }),
    ...(delay !== '0' && { delay: numberOf(delay) }),
    ...(lost !== '0' && { lost: numberOf(lost) / 100 }),
    ...(serving !== 'dense' && !entryOf(type)?.draws && { serving }),
  };
  return Object.keys(given).length === 0 ? {} : { delivery: given };
}

function numbersOf(values: Readonly<Record<string, string>>, names: readonly string[]): Plain {
  return Object.fromEntries(names.map((name) => [name, numberOf(values[name] ?? '')]));
}
