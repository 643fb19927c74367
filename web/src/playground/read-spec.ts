/** From a spec that a link brought to the form; null where the form could not say the same. */
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { ordered } from '../runs/share.js';
import { BASELINES, entryOf, specOf } from './build-spec.js';
import {
  type ArmDraft,
  armOf,
  DEFAULTS,
  type Draft,
  LAWS,
  type LearnerDraft,
  MOST_ARMS,
  MOST_LEARNERS,
  type TransformKind,
} from './draft.js';

type Plain = Readonly<Record<string, unknown>>;

export function draftOf(spec: SimulationSpec): Draft | null {
  const draft = guess(spec);
  if (draft.arms.length > MOST_ARMS || draft.learners.length > MOST_LEARNERS) return null;
  return ordered(specOf(draft)) === ordered(spec) ? draft : null;
}

/** Reads the fields that the form knows; `draftOf` then checks for others. */
function guess(spec: SimulationSpec): Draft {
  const baselines: readonly string[] = Object.values(BASELINES);
  const runs = spec.runs.filter(({ label }) => !baselines.includes(label));
  const levels = [...new Set(runs.filter(hasLevels).map(levelOf))].filter((level) => level !== '');
  const policies = spec.runs.map(({ policy }) => policy as Plain);
  const rewards = policies.find((policy) => policy['rewards'] !== undefined)?.['rewards'] as
    | Plain
    | undefined;
  return {
    ...DEFAULTS,
    ...worldOf(spec.environment as unknown as Plain),
    ...(isTest(spec) && { world: 'test' }),
    ...(rewards && {
      transform: rewards['type'] as TransformKind,
      transformValues: { ...DEFAULTS.transformValues, ...textsOf(rewards) },
    }),
    ...visitorsOf(runs.find(hasLevels)),
    ...(levels.length > 1 && { epsilon: levels.join(' ') }),
    delivery: deliveryOf(served(runs) as Plain | undefined),
    learners: runs
      .filter((run) => levels.length < 2 || !hasLevels(run) || levelOf(run) === levels[0])
      .map(
        ({ policy }, number): LearnerDraft => ({
          number,
          type: policy.type,
          values: textsOf(policy),
        }),
      ),
    horizon: String(spec.horizon),
    replicates: String(spec.replicates),
    seed: spec.seed,
  };
}

type Run = SimulationSpec['runs'][number];

const hasLevels = (run: Run) => run.epsilon !== undefined || run.population !== undefined;

/** The level of all visitors who send something; empty for a menu or a continuous law. */
const levelOf = (run: Run) => visitorsOf(run).epsilon ?? '';

/** The delivery that says most: learners that draw their arm leave `serving` out. */
const served = (runs: SimulationSpec['runs']) =>
  (runs.find(({ delivery }) => delivery?.serving) ?? runs.find(({ delivery }) => delivery))
    ?.delivery;

/** Arms of which the best one is looked for. */
const isTest = ({ runs }: SimulationSpec) =>
  runs.some(({ policy }) => entryOf(policy.type)?.family === 'best-arm');

type WorldDraft = Pick<Draft, 'world' | 'switchingArms' | 'linear' | 'slate' | 'tuning' | 'arms'>;

function worldOf(environment: Plain): WorldDraft {
  const { type, arms, means } = environment;
  const { switchingArms, linear, slate, tuning } = DEFAULTS;
  const world = { world: 'arms', switchingArms, linear, slate, tuning } as const;
  if (type === 'switching') {
    const one = [armOf('bernoulli')];
    return { ...world, world: 'switching', switchingArms: String(arms), arms: one };
  }
  if (type === 'linear') {
    const contexts = environment['contexts'] === 'fixed' ? 'fixed' : 'fresh';
    const texts = { ...linear, ...textsOf(environment), contexts } as const;
    const { dimension, spread } = texts;
    const read = { dimension, arms: String(arms), contexts, spread } as const;
    return { ...world, world: 'linear', linear: read, arms: [armOf('bernoulli')] };
  }
  if (type === 'convex') {
    const { set, loss } = environment as Plain & {
      readonly set: Plain;
      readonly loss: Draft['tuning']['loss'];
    };
    const dimension = String((set['low'] as readonly number[] | undefined)?.length ?? 0);
    return { ...world, world: 'tuning', tuning: { dimension, loss }, arms: [armOf('bernoulli')] };
  }
  if (type === 'combinatorial') return { ...world, ...slateOf(environment) };
  if (type === 'mixed') return { ...world, arms: (arms as readonly Plain[]).map(lawOf) };
  const law = type === 'gaussian' ? 'gaussian' : 'bernoulli';
  return {
    ...world,
    arms: (means as readonly number[]).map((mean) => armOf(law, { mean: String(mean) })),
  };
}

/** Reads sets with at most `most` arms of each kind. Other decision sets read back different, so `draftOf` is null. */
function slateOf({ set, means }: Plain): Pick<Draft, 'world' | 'slate' | 'arms'> {
  const {
    groups = [],
    most = [],
    choose,
  } = set as Plain & {
    readonly groups?: readonly number[];
    readonly most?: readonly number[];
  };
  return {
    world: 'slate',
    slate: { choose: String(choose), most: String(most[0]) },
    arms: (means as readonly number[]).map((mean, arm) =>
      armOf('bernoulli', { mean: String(mean), kind: String((groups[arm] ?? 0) + 1) }),
    ),
  };
}

function lawOf(arm: Plain): ArmDraft {
  const law = LAWS.find((name) => name === arm['law']) ?? 'bernoulli';
  return armOf(law, textsOf(arm));
}

function visitorsOf(run: Run | undefined): Partial<Draft> {
  if (run?.epsilon !== undefined) return { levels: 'one', epsilon: String(run.epsilon) };
  const population = run?.population as Plain | undefined;
  if (!population) return {};
  if (population['type'] === 'clipped-gaussian') {
    return {
      levels: 'clipped-gaussian',
      gaussian: { ...DEFAULTS.gaussian, ...textsOf(population) },
    };
  }
  const levels = population['levels'] as readonly number[];
  const shares = (population['probabilities'] as readonly number[]).map(percent);
  const isSilent = levels[0] === 0;
  const menu = levels
    .map((level, i) => ({ level: String(level), share: shares[i] ?? '' }))
    .slice(isSilent ? 1 : 0);
  const silent = isSilent ? (shares[0] ?? '0') : '0';
  return menu.length === 1
    ? { levels: 'one', epsilon: menu[0]?.level ?? '', silent }
    : { levels: 'menu', menu, silent };
}

function deliveryOf(delivery: Plain | undefined): Draft['delivery'] {
  if (!delivery) return DEFAULTS.delivery;
  const { lost, ...rest } = delivery;
  const texts = { ...DEFAULTS.delivery, ...textsOf(rest) };
  return typeof lost === 'number' ? { ...texts, lost: percent(lost) } : texts;
}

/** The shortest text that gives the same number again when it is divided by 100. */
function percent(share: number): string {
  const rounded = String(Number((share * 100).toPrecision(12)));
  return Number(rounded) / 100 === share ? rounded : String(share * 100);
}

/** Numbers and words as they would be typed. */
function textsOf(values: object): Readonly<Record<string, string>> {
  const simple = Object.entries(values).filter(([, value]) =>
    ['number', 'string'].includes(typeof value),
  );
  return Object.fromEntries(simple.map(([name, value]) => [name, String(value)]));
}
