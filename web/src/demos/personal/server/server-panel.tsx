/** SERVER: what one report lets it think, what many have taught it, and how it got them. */
import { BestGuess, ServerFrame } from '../../../server/frame.js';
import { countText, plural } from '../../../shared/format.js';
import { stop } from '../../../shared/selection.js';
import { ASPECTS } from '../shared/cards.js';
import { EffectBar, effectText } from '../shared/effect-bar.js';
import { FEATURE_FEET } from '../shared/features.js';
import { visitorsFactor } from '../shared/price.js';
import { type LinearSnapshot, weights } from '../shared/snapshot.js';
import { Strip } from '../shared/strip.js';
import { lastRead, linearSnapshot } from './state.js';

export function PersonalServerPanel() {
  const current = linearSnapshot.value;
  return (
    <ServerFrame after={<OneReport />}>{current && <Learnt snapshot={current} />}</ServerFrame>
  );
}

function Learnt({ snapshot: { theta, reports } }: { snapshot: LinearSnapshot }) {
  const all = weights(theta);
  return (
    <>
      <table class="beliefs effects">
        <caption>
          From {plural(reports, 'report')}: how much wishes count{' '}
          <span class="fine">
            in % of the one that counts most; below 0, people go for the opposite of what they say
          </span>
        </caption>
        <tbody>
          {ASPECTS.map(({ id, ends: [plus, minus] }, i) => (
            <tr key={id}>
              <th scope="row">
                {plus} <span class="fine">or {minus}</span>
              </th>
              <td class="belief-cell">
                <EffectBar value={all[i] ?? 0} kind="learnt" />
              </td>
              <td class="belief-number">{effectText(all[i] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Crowd reports={reports} />
    </>
  );
}

/** How far to trust the table above, and what it says of one visitor. */
function Crowd({ reports }: { reports: number }) {
  if (reports === 0) return null;
  const worth = reports / visitorsFactor(stop.value);
  return (
    <p class="fine effects-worth">
      Noise is still in it: {plural(reports, 'report')} teach at most what{' '}
      <b>{countText(Math.max(1, worth))}</b> {worth < 1.5 ? 'answer' : 'answers'} in the clear
      would. Of any one visitor they hold no more than that visitor’s own report.
    </p>
  );
}

function OneReport() {
  const read = lastRead.value;
  return (
    <div class="one-report">
      <h3>From one report: the last to arrive</h3>
      {read ? (
        <Strip
          bars={[{ values: read.values, kind: 'sent' }]}
          scale={Math.max(...read.values.map(Math.abs))}
          label={`What the last report can be read as, ${read.values.length} numbers: ${read.part}`}
          {...(read.part === 'moment' ? { feet: FEATURE_FEET } : {})}
        />
      ) : (
        <p class="fine">None since you came.</p>
      )}
      <p class="fine">
        {read &&
          `These ${read.values.length} numbers are its best estimate of that visitor’s own. `}
        {read &&
          `They are ${Math.hypot(...read.values).toFixed(1)} long; true ones are at most ${read.part === 'moment' ? '½' : '1'}. `}
        The best guess between two visitors is right <BestGuess />, a blind one 50. Which card it
        was about is not in it.
      </p>
    </div>
  );
}
