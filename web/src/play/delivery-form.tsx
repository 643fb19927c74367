/** The way between learner and visitors, and how much is played. */
import { isPlain } from './draft.js';
import { ChoiceField, TextField } from './fields.js';
import { draft, edit } from './state.js';

const SERVINGS = [
  ['dense', 'every decision takes the largest index'],
  ['frozen-log', 'the logarithm is held for 1 % of the rounds'],
  ['ticketed', 'decisions under way count'],
  ['distribution', 'visitors draw from published shares'],
] as const;

export function DeliveryForm() {
  const { delivery, world } = draft.value;
  const field = (name: keyof typeof delivery) => ({
    path: `delivery.${name}`,
    value: delivery[name],
    onChange: (value: string) => edit({ delivery: { ...delivery, [name]: value } }),
  });
  return (
    <fieldset class="form-part">
      <legend>Delivery</legend>
      <div class="row">
        <TextField
          {...field('epoch')}
          label="Rounds per snapshot"
          hint="1: every decision knows all that has arrived."
        />
        {!isPlain(world) && (
          <>
            <TextField
              {...field('delay')}
              label="Delay, rounds"
              hint="A report is up to so many rounds late."
            />
            <TextField {...field('lost')} label="Lost reports, %" />
          </>
        )}
      </div>
      {!isPlain(world) && <ChoiceField {...field('serving')} label="Serving" choices={SERVINGS} />}
      <p class="fine">For the learners; the baselines know everything at once.</p>
    </fieldset>
  );
}

export function SizeForm() {
  const { horizon, replicates, seed } = draft.value;
  return (
    <fieldset class="form-part">
      <legend>Size</legend>
      <div class="row">
        <TextField
          path="horizon"
          label="Rounds"
          value={horizon}
          onChange={(value) => edit({ horizon: value })}
        />
        <TextField
          path="replicates"
          label="Replicates"
          hint="Independent trials; the band needs at least 2."
          value={replicates}
          onChange={(value) => edit({ replicates: value })}
        />
        <TextField
          path="seed"
          label="Seed"
          numeric={false}
          value={seed}
          onChange={(value) => edit({ seed: value })}
        />
      </div>
    </fieldset>
  );
}
