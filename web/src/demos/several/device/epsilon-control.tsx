/** Epsilon slider for slates, with the cost of reporting one answer of three. */
import type { ReadonlySignal } from '@preact/signals';
import { answerPictures, CoinInWords } from '../../../device/answer-pictures.js';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { timesText } from '../../../shared/format.js';
import { SLATE } from '../shared/experiment.js';
import { allAnswersFactor, oneAnswerFactor } from '../shared/price.js';

export function SlateEpsilonControl({ rate }: { rate: ReadonlySignal<number> }) {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={SLATE.stops}
      pictures={answerPictures(truth)}
      about="what you said to the slate"
      factor={oneAnswerFactor(epsilon, rate.value)}
      price={
        <>
          What the server needs to be as sure as one that reads all three answers, on a page where{' '}
          {Math.round(rate.value * 100)} in 100 say yes. If all three left, with a third of ε for
          each: {timesText(allAnswersFactor(epsilon, rate.value))}.
        </>
      }
      secret="your answers to a slate"
      mechanism={
        <>
          <CoinInWords truth={truth} /> The whole of ε is for one answer; the other two are not in
          the packet. Three answers with a third of ε each would bring three times as many bits,
          each worth about a ninth while ε is small. From ε = 4 on it is the other way round: then
          the three together teach more.
        </>
      }
    />
  );
}
