/** The way between learner and visitors, and how much is played. */
import { ChoiceField, TextField } from '../runs/fields.js';
import { isPlain } from './draft.js';
import { field, fieldOf } from './fields.js';
import { draft } from './state.js';

const SERVINGS = [
  ['dense', 'every decision takes the largest index'],
  ['frozen-log', 'the logarithm is held for 1 % of the rounds'],
  ['ticketed', 'decisions under way count'],
  ['distribution', 'visitors draw from published shares'],
] as const;

export function DeliveryForm() {
  const { world } = draft.value;
  return (
    <fieldset class="form-part">
      <legend>Delivery</legend>
      <div class="row">
        <TextField
          {...fieldOf('delivery', 'epoch')}
          label="Rounds per snapshot"
          hint="1: every decision knows all that has arrived."
        />
        {!isPlain(world) && (
          <>
            <TextField
              {...fieldOf('delivery', 'delay')}
              label="Delay, rounds"
              hint="The most rounds that a report comes late."
            />
            <TextField {...fieldOf('delivery', 'lost')} label="Lost reports, %" />
          </>
        )}
      </div>
      {!isPlain(world) && (
        <ChoiceField {...fieldOf('delivery', 'serving')} label="Serving" choices={SERVINGS} />
      )}
      <p class="fine">
        For the learners; the baselines know everything at once.
        {!isPlain(world) &&
          ' Serving applies to learners with an index only. The others draw their arm from published shares.'}
      </p>
    </fieldset>
  );
}

export function SizeForm() {
  return (
    <fieldset class="form-part">
      <legend>Size</legend>
      <div class="row">
        <TextField {...field('horizon')} label="Rounds" />
        <TextField
          {...field('replicates')}
          label="Replicates"
          hint="Independent trials; the band needs at least 2."
        />
        <TextField {...field('seed')} label="Seed" numeric={false} />
      </div>
    </fieldset>
  );
}
