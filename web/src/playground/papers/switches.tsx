/** What can be chosen before a figure is played: one row of radio buttons for each switch. */
import type { Choice, Chosen } from 'ldp-bandits/papers';
import type { FigureState } from './figure-state.js';

export function Switches({ state }: { state: FigureState }) {
  const choices = state.figure.choices ?? [];
  if (choices.length === 0) return null;
  return (
    <div class="switches needs-script">
      {choices.map((choice) => (
        <Switch key={choice.id} state={state} choice={choice} />
      ))}
    </div>
  );
}

function Switch({ state, choice }: { state: FigureState; choice: Choice }) {
  const { id, label, options } = choice;
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.id} class="check">
          <input
            type="radio"
            name={`${state.name}-${id}`}
            value={option.id}
            checked={state.chosen.value[id] === option.id}
            onChange={() => state.choose(id, option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** What is on show was played with other switches. */
export function SwitchNote({ state }: { state: FigureState }) {
  if (state.job.value === null || state.isPlayed) return null;
  return (
    <p class="fine switch-note" role="status">
      The curves are of other switches: {wordsOf(state.figure.choices, state.played.value)}. Run
      again for what they say now.
    </p>
  );
}

/** "Arms: new in every round; Noise: tight: …". Nothing for a figure without switches. */
export function wordsOf(choices: readonly Choice[] | undefined, chosen: Chosen): string {
  return (choices ?? [])
    .map(({ id, label, options }) => {
      const option = options.find((one) => one.id === chosen[id]);
      return `${label}: ${option?.label ?? ''}`;
    })
    .join('; ');
}
