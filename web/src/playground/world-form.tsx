/** The world: arms with their laws, or the adversary; and how rewards get into [0, 1]. */
import { ChoiceField, TextField } from '../runs/fields.js';
import {
  type ArmDraft,
  armOf,
  isPlain,
  LAW_FIELDS,
  LAWS,
  type Law,
  MOST_ARMS,
  TRANSFORM_FIELDS,
  type TransformKind,
  TUNING_LOSSES,
  type World,
} from './draft.js';
import { field, fieldAt, fieldOf, GroupError } from './fields.js';
import { draft, edit, takeWorld } from './state.js';

const LAW_WORDS: Readonly<Record<Law, string>> = {
  bernoulli: 'Bernoulli',
  beta: 'Beta(α, 1)',
  uniform: 'uniform',
  'two-point': 'two points',
  gaussian: 'Gaussian',
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  mean: 'mean',
  alpha: 'α',
  low: 'low',
  high: 'high',
  probability: 'P(high)',
  deviation: 'deviation',
  center: 'center',
  scale: 'scale',
  at: 'at',
};

const TRANSFORMS: readonly (readonly [TransformKind, string])[] = [
  ['unit', 'as they are, clamped to 0 to 1'],
  ['clip', 'clipped: low becomes 0, high becomes 1'],
  ['sigmoid', 'sigmoid'],
  ['threshold', 'threshold: 1 above it, else 0'],
];

const WORLDS: readonly (readonly [World, string])[] = [
  ['arms', 'every arm has a law of its own'],
  ['switching', 'an adversary switches between phases'],
  ['test', 'an A/B test: the best arm is looked for, then played'],
  ['linear', 'linear in what describes an arm'],
  ['slate', 'of a slate: several arms are shown together'],
  ['tuning', 'numbers are tuned'],
];

export function WorldForm() {
  const { world } = draft.value;
  return (
    <fieldset class="form-part">
      <legend>World</legend>
      <ChoiceField
        {...fieldAt('environment.type', world, (value) => takeWorld(value as World))}
        label="Rewards"
        choices={WORLDS}
      />
      {world === 'switching' && <Switching />}
      {world === 'linear' && <Linear />}
      {world === 'slate' && <Slate />}
      {world === 'tuning' && <Tuning />}
      {(world === 'arms' || world === 'test' || world === 'slate') && <Arms />}
      {!isPlain(world) && <Transform />}
    </fieldset>
  );
}

function Switching() {
  return (
    <TextField
      {...field('switchingArms')}
      label="Number of arms"
      hint="One arm is the best throughout, by 0.1; all of them get good and bad together, in phases that grow by 1.6."
    />
  );
}

function Linear() {
  return (
    <>
      <div class="row">
        <TextField
          {...fieldOf('linear', 'dimension')}
          label="Numbers that describe an arm"
          hint="One of them is the same for all arms."
        />
        <TextField {...fieldOf('linear', 'arms')} label="Number of arms" />
      </div>
      <ChoiceField
        {...fieldOf('linear', 'contexts')}
        label="The arms"
        choices={[
          ['fresh', 'are new to every visitor'],
          ['fixed', 'are the same for all visitors'],
        ]}
      />
      <TextField
        {...fieldOf('linear', 'spread')}
        label="Spread"
        hint="How much the arms differ, from 0 to 1. The reward is 0 or 1, and its mean is linear in what describes the arm."
      />
    </>
  );
}

function Slate() {
  return (
    <div class="row">
      <TextField
        {...fieldOf('slate', 'choose')}
        label="Arms on a slate"
        hint="A visitor reacts to each of them; a local learner hears of one, or of their sum."
      />
      <TextField
        {...fieldOf('slate', 'most')}
        label="At most of one kind"
        hint="Kinds are numbered from 1. An arm without one is of a kind of its own."
      />
    </div>
  );
}

const LOSS_WORDS: Readonly<Record<(typeof TUNING_LOSSES)[number], string>> = {
  preference: 'which of two points is better',
  quadratic: 'half the squared distance, with noise',
  absolute: 'the distance, with noise',
  'absolute-quadratic': 'the sum of these two',
  'linear-absolute': 'the distance along a direction of their own',
  'random-quadratic': 'half the squared distance from a point of their own',
};

function Tuning() {
  return (
    <div class="row">
      <TextField
        {...fieldOf('tuning', 'dimension')}
        label="Numbers to tune"
        hint="Each from 0 to 1; the best values are a quarter above the middle, together."
      />
      <ChoiceField
        {...fieldOf('tuning', 'loss')}
        label="Visitors tell"
        hint="Preferences and the last two are for learners that show two points."
        choices={TUNING_LOSSES.map((loss) => [loss, LOSS_WORDS[loss]])}
      />
    </div>
  );
}

function Arms() {
  const { arms } = draft.value;
  const change = (index: number, arm: ArmDraft) =>
    edit({ arms: arms.map((old, i) => (i === index ? arm : old)) });
  return (
    <div data-path="arms" tabIndex={-1}>
      <ol class="rows">
        {arms.map((arm, index) => (
          <li key={index}>
            <ArmRow arm={arm} index={index} change={(next) => change(index, next)} />
            <button
              type="button"
              class="quiet"
              aria-label={`Remove arm ${index + 1}`}
              disabled={arms.length <= 1}
              onClick={() => edit({ arms: arms.filter((_, i) => i !== index) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        disabled={arms.length >= MOST_ARMS}
        onClick={() => edit({ arms: [...arms, arms.at(-1) ?? armOf('bernoulli')] })}
      >
        Add an arm
      </button>{' '}
      <span class="fine">1 to {MOST_ARMS} arms.</span>
      <GroupError path="arms" />
    </div>
  );
}

function ArmRow(props: { arm: ArmDraft; index: number; change: (arm: ArmDraft) => void }) {
  const { arm, index, change } = props;
  const path = `arms[${index}]`;
  const value = (name: string) =>
    fieldAt(`${path}.${name}`, arm.values[name] ?? '', (text) =>
      change({ ...arm, values: { ...arm.values, [name]: text } }),
    );
  if (draft.value.world === 'slate') {
    return (
      <>
        <TextField {...value('mean')} label={`Arm ${index + 1}, mean`} />
        <TextField {...value('kind')} label="kind" />
      </>
    );
  }
  if (draft.value.world === 'test') {
    return <TextField {...value('mean')} label={`Arm ${index + 1}, mean`} />;
  }
  return (
    <>
      <ChoiceField
        {...fieldAt(`${path}.law`, arm.law, (law) => change({ ...arm, law: law as Law }))}
        label={`Arm ${index + 1}`}
        choices={LAWS.map((law) => [law, LAW_WORDS[law]])}
      />
      {LAW_FIELDS[arm.law].map((name) => (
        <TextField key={name} {...value(name)} label={FIELD_WORDS[name] ?? name} />
      ))}
    </>
  );
}

function Transform() {
  const { transform, transformValues } = draft.value;
  return (
    <div class="row">
      <ChoiceField
        {...fieldAt('rewards', transform, (to) => edit({ transform: to as TransformKind }))}
        label="Rewards reach the randomiser"
        hint="It takes numbers from 0 to 1; Gaussian rewards need one of the other ways. Regret is counted in the rewards of the world."
        choices={TRANSFORMS}
      />
      {TRANSFORM_FIELDS[transform].map((name) => (
        <TextField
          key={name}
          {...fieldAt(`rewards.${name}`, transformValues[name] ?? '', (value) =>
            edit({ transformValues: { ...transformValues, [name]: value } }),
          )}
          label={FIELD_WORDS[name] ?? name}
        />
      ))}
    </div>
  );
}
