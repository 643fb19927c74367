/** Epsilon slider for slates, with the cost of reporting one answer of three. */
import type { ReadonlySignal } from '@preact/signals';
import { explain } from 'ldp-bandits';
import { AnswerPictures, CoinInWords, ReadOuts } from '../../device/epsilon-control.js';
import { EpsilonDial } from '../../device/epsilon-dial.js';
import { Expert } from '../../device/expert.js';
import { timesText } from '../../shared/format.js';
import { wishedEpsilon } from '../../shared/selection.js';
import { SLATE_STOPS } from '../shared/experiment.js';
import { allAnswersFactor, oneAnswerFactor } from '../shared/price.js';

export function SlateEpsilonControl({ rate }: { rate: ReadonlySignal<number> }) {
  const epsilon = wishedEpsilon.value;
  const truth = explain({ epsilon, delta: 0 }).bestGuessInHundred;
  return (
    <>
      <EpsilonDial stops={SLATE_STOPS} truth={truth} />
      <AnswerPictures truth={truth} />
      <ReadOuts
        truth={truth}
        about="what you said to the slate"
        factor={oneAnswerFactor(epsilon, rate.value)}
      >
        What the server needs to be as sure as one that reads all three answers, on a page where{' '}
        {Math.round(rate.value * 100)} in 100 say yes. If all three left, with a third of ε for
        each: {timesText(allAnswersFactor(epsilon, rate.value))}.
      </ReadOuts>
      <Expert epsilon={epsilon} secret="your answers to a slate">
        <CoinInWords truth={truth} /> The whole of ε is for one answer; the other two are not in the
        packet. Three answers with a third of ε each would bring three times as many bits, each
        worth about a ninth while ε is small. From ε = 4 on it is the other way round: then the
        three together teach more.
      </Expert>
    </>
  );
}
