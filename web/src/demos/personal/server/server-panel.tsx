/** SERVER: what one report lets it think, what many have taught it, and how it got them. */
import { ServerFrame, Tell } from '../../../server/frame.js';
import { plural } from '../../../shared/format.js';
import { ASPECTS } from '../shared/cards.js';
import { EffectBar, effectText } from '../shared/effect-bar.js';
import { FEATURE_FEET } from '../shared/features.js';
import { type LinearSnapshot, weights } from '../shared/snapshot.js';
import { Strip } from '../shared/strip.js';
import { lastRead, linearSnapshot } from './state.js';

export function PersonalServerPanel() {
  const current = linearSnapshot.value;
  return (
    <ServerFrame after={<OneReport />} tell={<Tell />}>
      {current && <Learnt snapshot={current} />}
    </ServerFrame>
  );
}

function Learnt({ snapshot: { theta, reports } }: { snapshot: LinearSnapshot }) {
  const all = weights(theta);
  return (
    <table class="beliefs effects">
      <caption>
        From {plural(reports, 'report')}: how much each wish counts{' '}
        <span class="fine">in % of the largest; below 0: the opposite</span>
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
  );
}

function OneReport() {
  const read = lastRead.value;
  return (
    <div class="one-report">
      <h3>The last report to arrive</h3>
      {read ? (
        <Strip
          bars={[{ values: read.values, kind: 'sent' }]}
          scale={Math.max(...read.values.map(Math.abs))}
          label={`What the last report can be read as, ${read.values.length} numbers: ${read.part}`}
          {...(read.part === 'moment' ? { feet: FEATURE_FEET } : {})}
        />
      ) : (
        <p class="fine">None yet.</p>
      )}
      {read && (
        <p class="fine">
          Its best estimate of that visitor’s numbers, {Math.hypot(...read.values).toFixed(1)} long;
          true ones are at most {read.part === 'moment' ? '½' : '1'}.
        </p>
      )}
    </div>
  );
}
