/** The budget: a chip in the header, and behind it the account of every report that left this browser. */

import { explain } from 'ldp-bandits/explain';
import { useRef, useState } from 'preact/hooks';
import { epsilonText, plural } from '../shared/format.js';
import { Scroll } from '../shared/scroll.js';
import { budget, ledger } from './state.js';

export function LedgerChip() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { spent, limit } = budget.value;
  const gone = spent.epsilon >= limit.epsilon;
  return (
    <>
      <button
        type="button"
        class={`chip needs-script ${gone ? 'chip-gone' : ''}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <span class="tool-word">Budget used:</span> ε {epsilonText(spent.epsilon)} of{' '}
        {epsilonText(limit.epsilon)}
        <meter
          class="chip-meter"
          min={0}
          max={limit.epsilon}
          value={spent.epsilon}
          aria-hidden="true"
        />
        {gone && <span class="chip-note">spent</span>}
        <span class="visually-hidden">. Show the ledger</span>
      </button>
      <dialog
        ref={dialog}
        class="ledger"
        aria-labelledby="ledger-title"
        onClose={() => setOpen(false)}
      >
        <form method="dialog">
          <h2 id="ledger-title">Your ledger</h2>
          {isOpen && <Account />}
          <button type="submit" class="primary">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}

export function Account() {
  const { spent, limit, reports, durable } = budget.value;
  const about = { reports: Math.max(1, reports) };
  const { odds } = explain(spent, 0.5, about).sentences;
  return (
    <>
      <p>
        {plural(reports, 'report')} so far: ε {epsilonText(spent.epsilon)} of{' '}
        {epsilonText(limit.epsilon)}. Each demo has a budget of its own, shared by the tabs of this
        browser. {reports > 0 && odds}
      </p>
      {!durable && (
        <p class="notice">
          This browser gives the page no storage, so this ledger is forgotten when the tab closes.
        </p>
      )}
      {ledger.value.length > 0 && (
        <Scroll label="Entries">
          <table>
            <thead>
              <tr>
                <th scope="col">Hour</th>
                <th scope="col">Experiment</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {ledger.value.map((entry) => (
                <tr key={entry.reportId}>
                  <td>
                    {new Date(entry.at).toLocaleString([], {
                      dateStyle: 'short',
                      timeStyle: 'short',
                    })}
                  </td>
                  <td>{entry.experiment}</td>
                  <td>ε {epsilonText(entry.epsilon)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p class="fine">
        When it is spent, nothing more is sent. A report costs the same whatever you answer. Times
        are kept to the hour. Clearing site data resets the budget, and the server cannot know.
      </p>
    </>
  );
}
