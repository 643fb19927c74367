/** Deniability, played: how many people who did the opposite send exactly this packet. */
import { useSignal } from '@preact/signals';
import { explain } from 'ldp-bandits';
import { inHundred } from '../shared/format.js';
import { People } from '../shared/people.js';
import { cardEpsilon, packetState, trace } from './state.js';

export function Deniability() {
  const open = useSignal(false);
  if (!trace.value || cardEpsilon.value === null || packetState.value === 'withheld') return null;
  const { answer, bit } = trace.value;
  const said = (answer ?? 0) === 1 ? '“I’d go”' : '“not for me”';
  const opposite = (answer ?? 0) === 1 ? '“not for me”' : '“I’d go”';
  const truthful = explain({ epsilon: cardEpsilon.value, delta: 0 }).bestGuessInHundred;
  const kept = bit === (answer ?? 0);
  const others = kept ? 100 - truthful : truthful;
  return (
    <div class="deny">
      <button
        type="button"
        class="quiet"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        Tell your boss it was the coin
      </button>
      {open.value && (
        <div class="deny-play">
          <p>
            {answer === null ? 'You kept silent, which counts as' : 'You said'} {said}. The packet says{' '}
            <span class="mono">y = {bit}</span>. Of 100 people who meant {opposite},{' '}
            <b>{inHundred(others)} send exactly this packet</b>
            {kept ? '.' : ', more than of those who agree with you.'}
          </p>
          <People
            filled={others}
            label={`${inHundred(others)} of 100 people who meant ${opposite} send the same packet`}
          />
          <p class="fine">
            What you cannot deny: that you were here, roughly when, which poster you saw, and your IP
            address.
          </p>
        </div>
      )}
    </div>
  );
}
