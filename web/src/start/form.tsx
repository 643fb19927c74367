/** The questions: what is chosen, what is seen, how many visitors, which epsilon. */
import { explain } from 'ldp-bandits/url';
import { ChoiceField, TextField } from '../runs/fields.js';
import { inHundred } from '../shared/format.js';
import { type Draft, fieldsOf } from './draft.js';
import { advice, draft, edit } from './state.js';

export function Questions() {
  const shown = fieldsOf(draft.value);
  const { choose } = draft.value;
  return (
    <form class="embed-form" aria-label="Your page" onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        {...field('choose')}
        label="What does the page choose?"
        choices={[
          ['one', 'one of some options'],
          ['set', 'several of them, shown together'],
          ['by-context', 'one option, by what the page knows of its visitor'],
          ['number', 'a number, or several: sliders, a price'],
        ]}
      />
      <ChoiceField
        {...field('see')}
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
        <ChoiceField
          {...field('goal')}
          label="To what end?"
          choices={[
            ['earn', 'lose little while it is learnt, and go on'],
            ['decide', 'find the best, stop, and say so: an A/B test'],
          ]}
        />
      )}
      {shown.has('changing') && (
        <ChoiceField
          {...field('changing')}
          label="May tastes change meanwhile?"
          choices={[
            ['no', 'not much'],
            ['yes', 'yes, in any way'],
          ]}
        />
      )}
      {shown.has('fixed') && (
        <ChoiceField
          {...field('fixed')}
          label="What do its features describe?"
          choices={[
            ['no', 'how an option suits this visitor'],
            ['yes', 'the options alone, the same for every visitor'],
          ]}
        />
      )}
      <div class="embed-numbers">
        {shown.has('options') && (
          <TextField
            {...field('options')}
            label={choose === 'by-context' ? 'Options that one visitor can get' : 'Options'}
          />
        )}
        {shown.has('shown') && <TextField {...field('shown')} label="Shown together" />}
        {shown.has('features') && (
          <TextField
            {...field('features')}
            label="Features"
            hint="Numbers that describe an option to a visitor."
          />
        )}
        {shown.has('numbers') && <TextField {...field('numbers')} label="Numbers to choose" />}
        {shown.has('least') && (
          <>
            <TextField {...field('least')} label="Least value" hint="Empty: there is no limit." />
            <TextField {...field('largest')} label="Largest value" />
          </>
        )}
        <TextField {...field('visitors')} label="Visitors" hint="Who report, once each." />
        <TextField {...field('epsilon')} label="ε of a report" hint={<Guess />} />
        <TextField
          {...field('gap')}
          label="Difference that matters"
          hint="By how much the best is better, on a scale from 0 to 1."
        />
        {shown.has('errorProbability') && (
          <TextField
            {...field('errorProbability')}
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
  return <>An observer guesses a yes or no right {inHundred(bestGuessInHundred)} times in 100.</>;
}

/** What stands in a field, and where a change goes. */
function field(name: keyof Draft) {
  const { value } = advice;
  return {
    id: `embed-${name}`,
    value: draft.value[name],
    problem: 'problem' in value && value.problem.field === name ? value.problem.text : undefined,
    onChange: (text: string) => edit({ [name]: text }),
  };
}
