/** Two settings of the layout beside each other, and the three things that can be said about them. */

import { Next, TimeLeft } from '../../../device/next.js';
import type { TableActions } from '../../../device/session.js';
import { cardsDealt, phase, policy } from '../../../device/state.js';
import { Table } from '../../../device/table.js';
import { Layout } from '../shared/layout.js';
import { MIDDLE, type Point, sizeOf, spacingOf } from '../shared/settings.js';
import { type Preference, pair, tuneTrace } from './state.js';

const KEYS: Readonly<Record<string, Preference>> = { ArrowLeft: 1, ArrowRight: -1, ArrowDown: 0 };

export function Tuning({ deal, answer }: TableActions<Preference>) {
  const press = (key: string) => {
    const preference = KEYS[key];
    if (preference === undefined) return false;
    answer(preference);
    return true;
  };
  const [left, right] = pair.value ?? [MIDDLE, MIDDLE];
  return (
    <Table kind="tuning" label="Two layouts of the same page" deal={deal} press={press}>
      <div class="panes" key={cardsDealt.value}>
        <Pane side="Left" point={left} means={1} />
        <Pane side="Right" point={right} means={-1} />
      </div>
      {policy.value === 'offline-uniform' && (
        <p class="fine">Picked at random: no model version yet.</p>
      )}
      {phase.value === 'open' ? (
        <Choice answer={answer} />
      ) : (
        <Next deal={deal} press={['Show two layouts', 'Show another two']} />
      )}
    </Table>
  );
}

function Pane({ side, point, means }: { side: string; point: Point; means: Preference }) {
  const isPreferred = tuneTrace.value?.preference === means;
  return (
    <figure class={isPreferred ? 'pane preferred' : 'pane'}>
      <Layout point={point} name={side} />
      <figcaption>
        <b>{side}</b>
        {isPreferred && <span class="visually-hidden">, preferred</span>}
        {pair.value && (
          <span class="fine">
            {' '}
            cards {sizeOf(point)} px, {spacingOf(point)} px apart
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function Choice({ answer }: Pick<TableActions<Preference>, 'answer'>) {
  return (
    <>
      <div class="answers">
        <button
          type="button"
          class="primary"
          onClick={() => answer(1)}
          aria-keyshortcuts="ArrowLeft"
        >
          <kbd>←</kbd> Left is better
        </button>
        <button type="button" onClick={() => answer(0)} aria-keyshortcuts="ArrowDown">
          No difference <kbd>↓</kbd>
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => answer(-1)}
          aria-keyshortcuts="ArrowRight"
        >
          Right is better <kbd>→</kbd>
        </button>
      </div>
      <p class="fine">
        No answer counts as “no difference” in <TimeLeft />.
      </p>
    </>
  );
}
