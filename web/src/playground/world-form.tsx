/** The world: arms with their distributions, or the adversary; and how rewards get into [0, 1]. */
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
  ['unit', 'as they are, clamped'],
  ['clip', 'clip: low to 0, high to 1'],
  ['sigmoid', 'sigmoid'],
  ['threshold', 'threshold: 1 above, else 0'],
];

const WORLDS: readonly (readonly [World, string])[] = [
  ['arms', 'each arm has its own distribution'],
  ['switching', 'an adversary switches between phases'],
  ['test', 'A/B test: find the best arm, then play it'],
  ['linear', 'linear in the features of an arm'],
  ['slate', 'sets: several arms are shown together'],
  ['tuning', 'sliders: numbers are tuned'],
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
      hint="One arm leads by 0.1 throughout. All get better and worse together, in phases that grow by 1.6."
    />
  );
}

function Linear() {
  return (
    <>
      <div class="row">
        <TextField
          {...fieldOf('linear', 'dimension')}
          label="Features of an arm"
          hint="One has the same value for every arm."
        />
        <TextField {...fieldOf('linear', 'arms')} label="Number of arms" />
      </div>
      <ChoiceField
        {...fieldOf('linear', 'contexts')}
        label="The arms"
        choices={[
          ['fresh', 'new to every visitor'],
          ['fixed', 'one list for every visitor'],
        ]}
      />
      <TextField
        {...fieldOf('linear', 'spread')}
        label="Spread"
        hint="How much arms differ, from 0 to 1."
      />
    </>
  );
}

function Slate() {
  return (
    <div class="row">
      <TextField
        {...fieldOf('slate', 'choose')}
        label="Arms in a set"
        hint="A visitor reacts to each; a local learner hears of one, or of their sum."
      />
      <TextField
        {...fieldOf('slate', 'most')}
        label="At most of one kind"
        hint="Kinds count from 1. Empty: a kind of its own."
      />
    </div>
  );
}

const LOSS_WORDS: Readonly<Record<(typeof TUNING_LOSSES)[number], string>> = {
  preference: 'which of two points is better',
  quadratic: 'half the squared distance, noisy',
  absolute: 'the distance, noisy',
  'absolute-quadratic': 'the sum of these two',
  'linear-absolute': 'the distance in their own direction',
  'random-quadratic': 'half the squared distance from their own point',
};

function Tuning() {
  return (
    <div class="row">
      <TextField
        {...fieldOf('tuning', 'dimension')}
        label="Numbers to tune"
        hint="Each from 0 to 1."
      />
      <ChoiceField
        {...fieldOf('tuning', 'loss')}
        label="Visitors tell"
        hint="Preferences and the last two need learners that show two points."
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
        label="Rewards are mapped to 0 to 1"
        hint="Gaussian rewards need clip, sigmoid or threshold."
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
