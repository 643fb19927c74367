/** The questions: what is chosen, what is seen, how many visitors, which epsilon. */
import { explain } from 'ldp-bandits/url';
import { inHundred } from '../shared/format.js';
import type { Draft } from './draft.js';
import { fieldsOf } from './draft.js';
import { advice, draft, edit } from './state.js';

type Name = keyof Draft;

export function Questions() {
  const shown = fieldsOf(draft.value);
  const { choose } = draft.value;
  return (
    <form class="embed-form" aria-label="Your page" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="choose"
        label="What does the page choose?"
        choices={[
          ['one', 'one of some options'],
          ['set', 'several of them, shown together'],
          ['by-context', 'one option, by what the page knows of its visitor'],
          ['number', 'a number, or several: sliders, a price'],
        ]}
      />
      <Choice
        name="see"
        label="What does it see of a visitor?"
        choices={[
          ['click', 'a click, or none'],
          ['value', 'a value: seconds, an amount, stars'],
          ...(choose === 'number'
            ? [['comparison', 'which of two variants is better'] as const]
            : []),
        ]}
      />
      {shown.has('goal') && (
        <Choice
          name="goal"
          label="To what end?"
          choices={[
            ['earn', 'lose little while it is learnt, and go on'],
            ['decide', 'find the best, stop, and say so: an A/B test'],
          ]}
        />
      )}
      {shown.has('changing') && (
        <Choice
          name="changing"
          label="May tastes change meanwhile?"
          choices={[
            ['no', 'not much'],
            ['yes', 'yes, in any way'],
          ]}
        />
      )}
      <div class="embed-numbers">
        {shown.has('options') && (
          <NumberField
            name="options"
            label={choose === 'by-context' ? 'Options that one visitor can get' : 'Options'}
          />
        )}
        {shown.has('shown') && <NumberField name="shown" label="Shown together" />}
        {shown.has('features') && (
          <NumberField
            name="features"
            label="Features"
            hint="Numbers that describe an option to a visitor."
          />
        )}
        {shown.has('numbers') && <NumberField name="numbers" label="Numbers to choose" />}
        {shown.has('least') && (
          <>
            <NumberField name="least" label="Least value" hint="Empty: there is no limit." />
            <NumberField name="largest" label="Largest value" />
          </>
        )}
        <NumberField name="visitors" label="Visitors" hint="Who report, once each." />
        <NumberField name="epsilon" label="ε of a report" hint={<Guess />} />
        <NumberField
          name="gap"
          label="Difference that matters"
          hint="By how much the best is better, on a scale from 0 to 1."
        />
        {shown.has('errorProbability') && (
          <NumberField
            name="errorProbability"
            label="Wrong answer"
            hint="The probability that you accept."
          />
        )}
      </div>
    </form>
  );
}

/** What the epsilon in the form means, while it is one. */
function Guess() {
  const epsilon = Number(draft.value.epsilon);
  if (!(epsilon > 0) || epsilon > 32) return <>From 0.001 to 32.</>;
  const { bestGuessInHundred } = explain({ epsilon, delta: 0 });
  return (
    <>Whoever sees it guesses a yes or no right {inHundred(bestGuessInHundred)} times in 100.</>
  );
}

function problemOf(name: Name): string | undefined {
  const { value } = advice;
  return 'problem' in value && value.problem.field === name ? value.problem.text : undefined;
}

function describedBy(name: Name, hasHint: boolean) {
  const wrong = problemOf(name) !== undefined;
  const ids = [
    ...(hasHint ? [`embed-${name}-hint`] : []),
    ...(wrong ? [`embed-${name}-error`] : []),
  ];
  return {
    'aria-invalid': wrong,
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
  };
}

function Wrong({ name }: { name: Name }) {
  const problem = problemOf(name);
  if (problem === undefined) return null;
  return (
    <span class="field-error" id={`embed-${name}-error`} role="alert">
      {problem}
    </span>
  );
}

function Choice(props: {
  name: Name;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
}) {
  const { name, label, choices } = props;
  return (
    <div class="field">
      <label for={`embed-${name}`}>{label}</label>
      <select
        id={`embed-${name}`}
        value={draft.value[name]}
        {...describedBy(name, false)}
        onChange={(event) => edit({ [name]: event.currentTarget.value })}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value} selected={value === draft.value[name]}>
            {words}
          </option>
        ))}
      </select>
      <Wrong name={name} />
    </div>
  );
}

function NumberField(props: { name: Name; label: string; hint?: preact.ComponentChildren }) {
  const { name, label, hint } = props;
  return (
    <div class="field">
      <label for={`embed-${name}`}>{label}</label>
      <input
        id={`embed-${name}`}
        class="number"
        inputMode="decimal"
        autocomplete="off"
        value={draft.value[name]}
        {...describedBy(name, hint !== undefined)}
        onInput={(event) => edit({ [name]: event.currentTarget.value })}
      />
      {hint !== undefined && (
        <span class="fine" id={`embed-${name}-hint`}>
          {hint}
        </span>
      )}
      <Wrong name={name} />
    </div>
  );
}
