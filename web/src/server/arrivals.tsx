/** What arrived at the server, and where the server runs. */
import { PUBLISH_EVERY } from '../shared/experiment.js';
import { ageText, countText, plural } from '../shared/format.js';
import {
  arrivedInBatches,
  arrivedSingly,
  counted,
  lastArrival,
  marked,
  now,
  sinceSnapshot,
  snapshot,
  snapshotSeenAt,
  via,
  why,
} from './state.js';

/** @param props.isLast no other snapshot will come */
export function Arrivals({ isLast = false }: { isLast?: boolean }) {
  const current = snapshot.value;
  if (!current) return null;
  const missing = Math.max(1, PUBLISH_EVERY.reports - sinceSnapshot.value);
  const age = snapshotSeenAt.value === null ? null : now.value - snapshotSeenAt.value;
  return (
    <div class="arrivals">
      <p>
        <b>{plural(Math.max(current.reports, counted.value), 'report')}</b>
        <span class="fine"> · Since you arrived: {sinceText()}</span>
      </p>
      <p class="fine">
        Model version {current.snapshot}, identical for everyone.{' '}
        {isLast ? 'It is the last.' : `Updates within ${plural(missing, 'report')}.`}
        {age !== null &&
          ` Received ${ageText(age) === 'now' ? 'just now' : `${ageText(age)} ago`}.`}
      </p>
      <p class="last-arrival">
        <span class="fine">Last to arrive </span>
        <code key={marked.value?.count} class={marked.value?.isLast ? 'just-arrived' : ''}>
          {lastArrival.value || 'nothing yet'}
        </code>
      </p>
    </div>
  );
}

/** What came in the crowd's batches is simulated; what came by itself is from a visit like yours. */
function sinceText(): string {
  const parts = [
    arrivedSingly.value > 0 && `${plural(arrivedSingly.value, 'report')} from you`,
    arrivedInBatches.value > 0 && `${countText(arrivedInBatches.value)} simulated`,
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}

export function Badge() {
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
