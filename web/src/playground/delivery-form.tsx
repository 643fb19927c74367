/** The way between learner and visitors, and how much is played. */
import { ChoiceField, TextField } from '../runs/fields.js';
import { isPlain } from './draft.js';
import { field, fieldOf } from './fields.js';
import { draft } from './state.js';

const SERVINGS = [
  ['dense', 'largest index'],
  ['frozen-log', 'index with a frozen logarithm'],
  ['ticketed', 'index that counts pending decisions'],
  ['distribution', 'drawn from published shares'],
] as const;

export function DeliveryForm() {
  const { world } = draft.value;
  return (
    <fieldset class="form-part">
      <legend>Delivery</legend>
      <div class="row">
        <TextField {...fieldOf('delivery', 'epoch')} label="Rounds per model version" />
        {!isPlain(world) && (
          <>
            <TextField
              {...fieldOf('delivery', 'delay')}
              label="Delay"
              hint="Reports arrive up to this many rounds late."
            />
            <TextField {...fieldOf('delivery', 'lost')} label="Lost reports, %" />
          </>
        )}
      </div>
      {!isPlain(world) && (
        <ChoiceField {...fieldOf('delivery', 'serving')} label="Serving" choices={SERVINGS} />
      )}
      <p class="fine">
        The baselines know everything at once.
        {!isPlain(world) && ' Serving is for learners with an index.'}
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
        <TextField {...field('replicates')} label="Replicates" hint="Independent trials." />
        <TextField {...field('seed')} label="Seed" numeric={false} />
      </div>
    </fieldset>
  );
}
