/** Three questions, with the rest folded. */
import { ChoiceField, TextField } from '../runs/fields.js';
import { type Draft, fieldsOf } from './draft.js';
import { meaningOf } from './meaning.js';
import { advice, draft, edit } from './state.js';

export function Questions() {
  const shown = fieldsOf(draft.value);
  const { choose } = draft.value;
  return (
    <form class="start-form" aria-label="Your page" onSubmit={(event) => event.preventDefault()}>
      <div class="start-choice">
        <ChoiceField
          {...field('choose')}
          label="What do you choose among?"
          choices={[
            ['one', 'Options, one at a time'],
            ['set', 'Options, several shown together'],
            ['by-context', 'Options, by what the page knows of the visitor'],
            ['number', 'Settings: sliders, a price'],
          ]}
        />
        {shown.has('options') && <TextField {...field('options')} label="Options" />}
        {shown.has('shown') && <TextField {...field('shown')} label="Shown together" />}
        {shown.has('features') && <TextField {...field('features')} label="Features" />}
        {shown.has('numbers') && <TextField {...field('numbers')} label="Settings" />}
      </div>
      <ChoiceField
        {...field('goal')}
        label="What do you want?"
        choices={[
          ['earn', 'Keep optimising'],
          ...(choose === 'one'
            ? [['decide', 'An A/B test that ends with an answer'] as const]
            : []),
        ]}
      />
      <fieldset>
        <legend>How many visitors, and how many say yes?</legend>
        <div class="start-numbers">
          <TextField {...field('visitors')} label="Visitors" />
          {shown.has('rate') && <TextField {...field('rate')} label="Usual yes, %" />}
          <TextField {...field('gap')} label="Best adds, %" />
        </div>
      </fieldset>
      <More shown={shown} />
    </form>
  );
}

function More({ shown }: { shown: ReadonlySet<keyof Draft> }) {
  const { choose } = draft.value;
  const { value } = advice;
  // An answer that cannot be is in sight.
  const isWrong = 'problem' in value && FOLDED.has(value.problem.field);
  return (
    <details open={isWrong || undefined}>
      <summary>More: privacy, what you measure</summary>
      <div class="start-more">
        <TextField {...field('epsilon')} label="ε of a report" hint={<Guess />} />
        <ChoiceField
          {...field('see')}
          label="What do you measure?"
          choices={[
            ['click', 'A click, or none'],
            ['value', 'A value: seconds, stars'],
            ...(choose === 'number'
              ? [['comparison', 'Which of two settings is better'] as const]
              : []),
          ]}
        />
        {shown.has('least') && (
          <>
            <TextField {...field('least')} label="Least value" hint="Empty: no limit." />
            <TextField {...field('largest')} label="Largest value" />
          </>
        )}
        {shown.has('changing') && (
          <ChoiceField
            {...field('changing')}
            label="May tastes change?"
            choices={[
              ['no', 'Not much'],
              ['yes', 'Yes'],
            ]}
          />
        )}
        {shown.has('fixed') && (
          <ChoiceField
            {...field('fixed')}
            label="Features describe"
            choices={[
              ['no', 'how an option suits a visitor'],
              ['yes', 'the option alone'],
            ]}
          />
        )}
        {shown.has('errorProbability') && (
          <TextField {...field('errorProbability')} label="Wrong answer, at most %" />
        )}
      </div>
    </details>
  );
}

const FOLDED: ReadonlySet<keyof Draft> = new Set([
  'epsilon',
  'see',
  'least',
  'largest',
  'changing',
  'fixed',
  'errorProbability',
]);

/** What the epsilon in the form means, while it is one. */
function Guess() {
  const epsilon = Number(draft.value.epsilon);
  if (!(epsilon > 0) || epsilon > 32) return <>From 0.001 to 32.</>;
  const { value } = advice;
  const rate = 'problem' in value ? undefined : value.situation.rate;
  return <>{meaningOf({ epsilon, ...(rate !== undefined && { rate }) })}</>;
}

/** What a field holds, and where a change goes. */
function field(name: keyof Draft) {
  const { value } = advice;
  return {
    id: `start-${name}`,
    value: draft.value[name],
    problem: 'problem' in value && value.problem.field === name ? value.problem.text : undefined,
    onChange: (text: string) => edit({ [name]: text }),
  };
}
