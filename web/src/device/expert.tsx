/** The same epsilon for experts: odds, what it does to a belief, the mechanism, and delta in words. */
import { explain } from 'ldp-bandits';
import type { ComponentChildren } from 'preact';
import { epsilonText, inHundred } from '../shared/format.js';

const PRIORS = [0.02, 0.25, 0.5, 0.75, 0.98];

/**
 * @param props.secret whom or what a report could tell about
 * @param props.children how the report is made
 */
export function Expert(props: { epsilon: number; secret: string; children: ComponentChildren }) {
  const { epsilon, secret, children } = props;
  const spend = { epsilon, delta: 0 };
  const { oddsFactor } = explain(spend);
  return (
    <details class="expert">
      <summary>For experts: the same in odds and beliefs</summary>
      <div class="expert-body">
        <p>
          One report moves the odds of any statement about {secret} by at most e<sup>ε</sup> ={' '}
          <b>
            {oddsFactor < 100 ? oddsFactor.toFixed(2) : Math.round(oddsFactor).toLocaleString('en')}
          </b>
          , for any observer, whatever it knows. δ = 0: no report exceeds this bound.
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
        <p>{children}</p>
      </div>
    </details>
  );
}
