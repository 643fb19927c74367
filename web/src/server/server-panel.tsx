/** SERVER: what it believes, how much it got, and how little that says about one person. */
import { explain } from 'ldp-bandits';
import { Art } from '../shared/art.js';
import { POSTERS, PUBLISH_EVERY } from '../shared/experiment.js';
import { ageText, countText, inHundred, plural } from '../shared/format.js';
import { stop } from '../shared/selection.js';
import { beliefs, nextArms } from '../shared/snapshot.js';
import { ZoneTitle } from '../shared/zone.js';
import { BeliefBar } from './belief-bar.js';
import {
  arrivedInBatches,
  arrivedSingly,
  counted,
  lastArrival,
  now,
  sinceSnapshot,
  snapshot,
  snapshotSeenAt,
  via,
  why,
} from './state.js';

export function ServerPanel() {
  return (
    <>
      <ZoneTitle zone="server" id="server-title" title="Server" aside="sees only reports" />
      <Beliefs />
      <Arrivals />
      <p class="tell">
        Could it tell what you did? From one report its best guess is right{' '}
        <b>
          {inHundred(explain({ epsilon: stop.value, delta: 0 }).bestGuessInHundred)} times in 100
        </b>
        , a blind guess 50.
      </p>
      <Badge />
    </>
  );
}

function Beliefs() {
  const current = snapshot.value;
  if (!current) return <p class="empty">No snapshot yet.</p>;
  const next = nextArms(current);
  return (
    <table class="beliefs">
      <caption>
        Would go, in 100 <span class="fine">dot: estimate · bar: 95 % interval</span>
      </caption>
      <tbody>
        {beliefs(current).map((belief) => (
          <tr key={belief.arm}>
            <th scope="row">
              <span class="thumb">
                <Art arm={belief.arm} decorative />
              </span>
              {POSTERS[belief.arm]?.name}
            </th>
            <td class="belief-cell">
              <BeliefBar belief={belief} />
            </td>
            <td class="belief-number">
              {belief.mean === null ? 'not tried' : Math.round(clamp(belief.mean) * 100)}
              {next.includes(belief.arm) && (
                <span class="next" title="The widest reach upwards: it may still be the best">
                  {' '}
                  next
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const clamp = (mean: number) => Math.min(1, Math.max(0, mean));

function Arrivals() {
  const current = snapshot.value;
  if (!current) return null;
  const missing = Math.max(1, PUBLISH_EVERY.reports - sinceSnapshot.value);
  const age = snapshotSeenAt.value === null ? null : now.value - snapshotSeenAt.value;
  return (
    <div class="arrivals">
      <p>
        <b>{plural(Math.max(current.reports, counted.value), 'report')}</b>
        <span class="fine"> · since you came {sinceText()}</span>
      </p>
      <p class="fine">
        Snapshot {current.snapshot}, the same for all
        {age !== null && `, ${ageText(age) === 'now' ? 'new' : `${ageText(age)} old`}`} · next
        within {plural(missing, 'report')}
      </p>
      <p class="last-arrival">
        <span class="fine">Last to arrive </span>
        <code>{lastArrival.value || 'nothing since you came'}</code>
      </p>
    </div>
  );
}

/** What came in the crowd's batches is simulated; what came by itself is from a card like yours. */
function sinceText(): string {
  const parts = [
    arrivedSingly.value > 0 && `${countText(arrivedSingly.value)} by itself`,
    arrivedInBatches.value > 0 && `${countText(arrivedInBatches.value)} simulated`,
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}

function Badge() {
  return (
    <p class="badge">
      {via.value === null &&
        'The server is simulated on your machine; a real one runs the same code.'}
      {via.value === 'service-worker' &&
        'Server runs in this site’s Service Worker: see DevTools → Network. It is simulated on your machine; a real one runs the same code.'}
      {via.value === 'in-page' &&
        `Server runs in this page (${why.value || 'no Service Worker here'}), so DevTools → Network stays empty. It is simulated on your machine; a real one runs the same code.`}
    </p>
  );
}
