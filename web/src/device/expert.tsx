/** The same epsilon for experts: odds, what it does to a belief, the mechanism, and delta in words. */
import { explain } from 'ldp-bandits';
import { epsilonText, inHundred } from '../shared/format.js';

const PRIORS = [0.02, 0.25, 0.5, 0.75, 0.98];

export function Expert({ epsilon }: { epsilon: number }) {
  const spend = { epsilon, delta: 0 };
  const { oddsFactor, bestGuessInHundred } = explain(spend);
  return (
    <details class="expert">
      <summary>For experts: the same in odds and beliefs</summary>
      <div class="expert-body">
        <p>
          One report moves the odds of any statement about the answer by at most e<sup>ε</sup> ={' '}
          <b>
            {oddsFactor < 100 ? oddsFactor.toFixed(2) : Math.round(oddsFactor).toLocaleString('en')}
          </b>
          , whoever looks, whatever they know. δ = 0: no report exceeds this bound.
        </p>
        <table>
          <caption>What a sceptic can come to believe, from ε = {epsilonText(epsilon)}</caption>
          <thead>
            <tr>
              <th scope="col">Before the report</th>
              {PRIORS.map((prior) => (
                <td key={prior}>{inHundred(prior * 100)} %</td>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">After it, at least</th>
              {PRIORS.map((prior) => (
                <td key={prior}>{inHundred(explain(spend, prior).posterior[0] * 100)} %</td>
              ))}
            </tr>
            <tr>
              <th scope="row">After it, at most</th>
              {PRIORS.map((prior) => (
                <td key={prior}>{inHundred(explain(spend, prior).posterior[1] * 100)} %</td>
              ))}
            </tr>
          </tbody>
        </table>
        <p>
          Mechanism: convert-to-Bernoulli. The answer picks an integer threshold, 64 random bits
          from this device are compared with it, and the result is the bit y, true to the answer{' '}
          {inHundred(bestGuessInHundred)} times in 100. No floating-point noise.
        </p>
      </div>
    </details>
  );
}
