/** Who visits: one privacy level, a menu of them, or a continuous law; and who stays silent. */
import { explain } from 'ldp-bandits/explain';
import { ChoiceField, TextField } from '../runs/fields.js';
import {
  type Draft,
  epsilonsOf,
  GAUSSIAN_FIELDS,
  isPlain,
  type LevelsKind,
  MOST_LEVELS,
  numberOf,
} from './draft.js';
import { field, fieldAt, fieldOf, GroupError } from './fields.js';
import { draft, edit } from './state.js';

const KINDS: readonly (readonly [LevelsKind, string])[] = [
  ['one', 'one for every visitor'],
  ['menu', 'visitors choose from a menu'],
  ['clipped-gaussian', 'clipped Gaussian'],
];

export function VisitorsForm() {
  const { world } = draft.value;
  return (
    <fieldset class="form-part">
      <legend>Privacy</legend>
      {isPlain(world) ? <Epsilon /> : <Levels />}
    </fieldset>
  );
}

function Epsilon() {
  const { epsilon, world } = draft.value;
  return (
    <TextField
      {...field('epsilon')}
      label="ε of one report"
      hint={`${meaningOf(epsilon, world === 'linear')} Several to compare: 4 1 0.5`}
    />
  );
}

function Levels() {
  const { levels } = draft.value;
  return (
    <>
      <ChoiceField
        {...fieldAt('levels', levels, (value) => edit({ levels: value as LevelsKind }))}
        label="Privacy levels"
        choices={KINDS}
      />
      {levels === 'one' && <Epsilon />}
      {levels === 'menu' && <Menu />}
      {levels === 'clipped-gaussian' ? (
        <GaussianLaw />
      ) : (
        <TextField {...field('silent')} label="Silent visitors, %" hint="They send nothing." />
      )}
    </>
  );
}

/** A bound for each level: never a bare number. */
function meaningOf(text: string, hasFeatures: boolean): string {
  const levels = epsilonsOf({ epsilon: text }).filter((level) => level > 0 && level <= 32);
  if (levels.length === 0) return 'How much one report can tell at most.';
  const odds = levels.map((epsilon) => explain({ epsilon, delta: 0 }).texts.odds).join(', ');
  const what = hasFeatures ? 'who of two visitors sent it' : 'the answer';
  return `With δ = 0 a report changes anyone’s odds of guessing ${what} by at most ${odds} times.`;
}

function Menu() {
  const { menu } = draft.value;
  const change = (index: number, part: Partial<Draft['menu'][number]>) =>
    edit({ menu: menu.map((row, i) => (i === index ? { ...row, ...part } : row)) });
  return (
    <div data-path="menu" tabIndex={-1}>
      <ol class="rows">
        {menu.map(({ level, share }, index) => (
          <li key={index}>
            <TextField
              {...fieldAt(`menu[${index}].level`, level, (to) => change(index, { level: to }))}
              label={`ε ${index + 1}`}
            />
            <TextField
              {...fieldAt(`menu[${index}].share`, share, (to) => change(index, { share: to }))}
              label="share, %"
            />
            <button
              type="button"
              class="quiet"
              aria-label={`Remove level ${index + 1}`}
              disabled={menu.length <= 1}
              onClick={() => edit({ menu: menu.filter((_, i) => i !== index) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        disabled={menu.length >= MOST_LEVELS}
        onClick={() => edit({ menu: [...menu, { level: '', share: '0' }] })}
      >
        Add a level
      </button>{' '}
      <span class="fine">Increasing. With silent visitors: {total()} %.</span>
      <GroupError path="menu" />
      <div data-path="shares" tabIndex={-1}>
        <GroupError path="shares" />
      </div>
    </div>
  );
}

function total(): string {
  const { menu, silent } = draft.value;
  const sum = menu.reduce((all, { share }) => all + numberOf(share), numberOf(silent));
  return Number.isNaN(sum) ? '?' : String(Number(sum.toPrecision(6)));
}

const GAUSSIAN_WORDS = {
  mean: 'mean ε',
  deviation: 'deviation',
  low: 'at least',
  high: 'at most',
} as const;

function GaussianLaw() {
  return (
    <div class="row">
      {GAUSSIAN_FIELDS.map((name) => (
        <TextField key={name} {...fieldOf('gaussian', name)} label={GAUSSIAN_WORDS[name]} />
      ))}
      <p class="fine">Visitors below 1/256 are silent.</p>
    </div>
  );
}
