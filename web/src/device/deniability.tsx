/** Deniability, played: how many of those who did the opposite send the same bit. */
import { explain } from 'ldp-bandits/explain';
import type { ComponentChildren } from 'preact';
import { percentText } from '../shared/format.js';
import { People } from '../shared/people.js';
import { Alibis } from './alibis.js';
import { cardEpsilon, type Trace, trace } from './state.js';

/** @param props.shown what the visitor was shown one of */
export function Deniability({ shown }: { shown: string }) {
  if (!trace.value || trace.value.bit === null || cardEpsilon.value === null) return null;
  return (
    <Alibis>
      <Alibi trace={trace.value} epsilon={cardEpsilon.value}>
        Not deniable: that you were here, roughly when, which {shown} you saw, and your IP address.
      </Alibi>
    </Alibis>
  );
}

/**
 * @param props.about what the answer is about, where there are several
 * @param props.children what cannot be denied
 */
export function Alibi(props: {
  trace: Trace;
  epsilon: number;
  about?: string;
  children: ComponentChildren;
}) {
  const { epsilon, about = '', children } = props;
  const { answer, bit } = props.trace;
  const meant = answer ?? 0;
  const said = meant === 1 ? '“I’d go”' : '“not for me”';
  const opposite = meant === 1 ? '“not for me”' : '“I’d go”';
  const truthful = explain({ epsilon, delta: 0 }).bestGuessInHundred;
  const kept = bit === meant;
  const others = kept ? 100 - truthful : truthful;
  return (
    <>
      <p>
        {answer === null ? 'You gave no answer, which counts as' : 'You said'} {said}
        {about}, and the report says <span class="mono">y = {bit}</span>. Of people who meant{' '}
        {opposite}, <b>{percentText(others)} send the same bit</b>
        {kept ? '.' : ', more than of those who agree with you.'}
      </p>
      <People
        filled={others}
        label={`${percentText(others)} of people who meant ${opposite} send the same bit`}
      />
      <p class="fine">{children}</p>
    </>
  );
}
