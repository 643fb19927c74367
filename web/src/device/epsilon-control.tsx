/** Epsilon slider for one answer, with its cost in visitors. */
import type { ReadonlySignal } from '@preact/signals';
import { POSTER } from '../shared/experiment.js';
import { visitorsFactor } from '../shared/price.js';
import { answerPictures, CoinInWords } from './answer-pictures.js';
import { EpsilonPanel, levelNow } from './epsilon-panel.js';

export function EpsilonControl({ rate }: { rate: ReadonlySignal<number> }) {
  const { truth, oddsFactor } = levelNow();
  return (
    <EpsilonPanel
      stops={POSTER.stops}
      pictures={answerPictures(truth)}
      about="one answer of yours"
      factor={visitorsFactor(oddsFactor, rate.value)}
      price={
        <>
          What the server needs to be as sure as one that reads every answer, on a page where{' '}
          {Math.round(rate.value * 100)} in 100 say yes.
        </>
      }
      secret="the answer"
      mechanism={<CoinInWords truth={truth} />}
    />
  );
}
