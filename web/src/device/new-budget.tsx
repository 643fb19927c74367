/** What can be done where the budget ends. */
import { asked } from './renewals.js';
import { isSpent, phase } from './state.js';

export function NewBudget() {
  if (!isSpent.value || phase.value !== 'ready') return null;
  return (
    <p class="fine new-budget">
      <button type="button" onClick={() => asked.value++}>
        New budget
      </button>{' '}
      This demo’s budget is spent: nothing more is sent. A real site has no such button, because a
      new budget would break the promise of the first.
    </p>
  );
}
