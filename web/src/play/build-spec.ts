/** From the form to a spec. Nothing is checked here: the library does that, and names what is wrong. */
import { catalog, type SimulationSpec } from 'ldp-bandits/simulation';
import {
  type ArmDraft,
  type Draft,
  GAUSSIAN_FIELDS,
  LAW_FIELDS,
  type LearnerDraft,
  numberOf,
  TRANSFORM_FIELDS,
} from './draft.js';

export const BASELINES = { nonPrivate: 'UCB1, no privacy', uniform: 'uniform play' } as const;
/** Of the one that reads every reward: the same as the default learner has. */
export const READER_BOUND = 'La';
const RECORD = { points: 160, scale: 'log' } as const;

type Plain = Readonly<Record<string, unknown>>;

/** May hold anything that can be typed; `encodeSpec` and `run` say what is wrong with it. */
export function specOf(draft: Draft): SimulationSpec {
  const labels = labelsOf(draft.learners);
  const learners = draft.learners.map((learner, index) => ({
    label: labels[index],
    policy: policyOf(learner, draft),
    ...(isPrivate(learner.type) && visitorsOf(draft)),
    ...deliveryOf(draft),
  }));
  // With the published bound it would lose more than private learners do, and what privacy costs would not show.
  const reader = { number: -1, type: 'ucb1', values: { bound: READER_BOUND } };
  const spec: Plain = {
    version: 1,
    seed: draft.seed,
    horizon: numberOf(draft.horizon),
    replicates: numberOf(draft.replicates),
    environment: environmentOf(draft),
    runs: [
      ...learners,
      { label: BASELINES.nonPrivate, policy: policyOf(reader, draft) },
      { label: BASELINES.uniform, policy: { type: 'uniform' } },
    ],
    record: RECORD,
  };
  return spec as unknown as SimulationSpec;
}

export const entryOf = (type: string) => catalog.find(({ id }) => id === type);
export const isPrivate = (type: string) => entryOf(type)?.trustModel === 'local';

/** What a row of the form asks for: the rest comes from the world, the visitors and the run. */
export function parametersOf(type: string) {
  return (entryOf(type)?.parameters ?? []).filter(
    ({ name }) => !['arms', 'levels', 'neutral', 'rewards'].includes(name),
  );
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

function environmentOf({ world, switchingArms, arms }: Draft): Plain {
  if (world === 'switching') return { type: 'switching', arms: numberOf(switchingArms) };
  const value = (arm: ArmDraft, name: string) => numberOf(arm.values[name] ?? '');
  if (arms.every(({ law }) => law === 'bernoulli')) {
    return { type: 'bernoulli', means: arms.map((arm) => value(arm, 'mean')) };
  }
  return {
    type: 'mixed',
    arms: arms.map((arm) => ({ law: arm.law, ...numbersOf(arm.values, LAW_FIELDS[arm.law]) })),
  };
}

function policyOf({ type, values }: LearnerDraft, draft: Draft): Plain {
  const given = parametersOf(type).flatMap(({ name, type: kind }) => {
    const text = values[name] ?? '';
    if (text === '') return [];
    return [[name, kind === 'choice' ? text : numberOf(text)] as const];
  });
  const takesRewards = entryOf(type)?.parameters.some(({ name }) => name === 'rewards') ?? false;
  const rewards = takesRewards && draft.transform !== 'unit' ? { rewards: transformOf(draft) } : {};
  return { type, ...Object.fromEntries(given), ...rewards };
}

function transformOf({ transform, transformValues }: Draft): Plain {
  return { type: transform, ...numbersOf(transformValues, TRANSFORM_FIELDS[transform]) };
}

function visitorsOf({ levels, epsilon, menu, silent, gaussian }: Draft): Plain {
  if (levels === 'clipped-gaussian') {
    return { population: { type: levels, ...numbersOf(gaussian, GAUSSIAN_FIELDS) } };
  }
  const quiet = numberOf(silent) / 100;
  const rows =
    levels === 'one'
      ? [{ level: numberOf(epsilon), probability: 1 - quiet }]
      : menu.map(({ level, share }) => ({
          level: numberOf(level),
          probability: numberOf(share) / 100,
        }));
  if (levels === 'one' && quiet === 0) return { epsilon: numberOf(epsilon) };
  const all = quiet === 0 ? rows : [{ level: 0, probability: quiet }, ...rows];
  return {
    population: {
      levels: all.map(({ level }) => level),
      probabilities: all.map(({ probability }) => probability),
    },
  };
}

function deliveryOf({ delivery }: Draft): Plain {
  const { epoch, delay, lost, serving } = delivery;
  const given = {
    ...(epoch !== '1' && { epoch: numberOf(epoch) }),
    ...(delay !== '0' && { delay: numberOf(delay) }),
    ...(lost !== '0' && { lost: numberOf(lost) / 100 }),
    ...(serving !== 'dense' && { serving }),
  };
  return Object.keys(given).length === 0 ? {} : { delivery: given };
}

function numbersOf(values: Readonly<Record<string, string>>, names: readonly string[]): Plain {
  return Object.fromEntries(names.map((name) => [name, numberOf(values[name] ?? '')]));
}
