/**
 * On a phone device, gap and server never share a screen. While a report crosses, a strip at the bottom shows all
 * three. It repeats what stands on the page, so it is for the eye alone.
 */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Coin } from './device/coin.js';
import { arm, cardsDealt, packetState, phase, secondsLeft, trace } from './device/state.js';
import { marked } from './server/state.js';
import { Envelope } from './shared/packet.js';

const STAYS_MS = 5000;

/** @param props.Arrival what the server knows of the option that the report is about */
export function Crossing({
  Arrival,
}: {
  Arrival?: FunctionComponent<{ option: number }> | undefined;
}) {
  const isSealed = packetState.value === 'sealed' && phase.value === 'sealed';
  const isSent = packetState.value === 'sent';
  const [isShown, show] = useState(false);
  useEffect(() => {
    if (isSealed) show(true);
    if (!isSent) return;
    const timer = setTimeout(() => show(false), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isSealed, isSent]);
  if (!isShown || !(isSealed || isSent)) return null;
  const { answer = null, bit = null } = trace.value ?? {};
  return (
    <div
      class={`crossing ${isSent ? 'crossing-sent' : ''}`}
      key={cardsDealt.value}
      aria-hidden="true"
    >
      <div class="crossing-device">
        <span>▣ This device</span>
        {bit !== null && <Coin kept={bit === (answer ?? 0)} />}
      </div>
      <div class="crossing-way">
        <Envelope />
        <span class="after-coin">{bit === null ? '' : `y = ${bit}`}</span>
        {isSealed && <b>{secondsLeft.value ?? 0} s</b>}
      </div>
      <div class="crossing-server">
        <span>◇ Server</span>
        {Arrival && arm.value !== null && <Arrival option={arm.value} />}
        {isSent && marked.value && <span class="arrived">+1 report</span>}
      </div>
    </div>
  );
}
