/**
 * Feeds the server panel: the collector's tap says what arrived, the public snapshot says what was learnt.
 * Nothing else comes in here.
 */
import type { Connection } from '../shared/connection.js';
import { PUBLISH_EVERY } from '../shared/experiment.js';
import { notify, withdraw } from '../shared/notices.js';
import { experiment } from '../shared/selection.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import {
  arrivedInBatches,
  arrivedSingly,
  now,
  sinceSnapshot,
  snapshot,
  snapshotSeenAt,
  via,
  why,
} from './state.js';

const OPENING_BRACKET = 0x5b;

/** @returns fetches the snapshot of the experiment on show */
export function feedServerPanel(connection: Connection, signal: AbortSignal) {
  via.value = connection.via;
  why.value = connection.why ?? '';
  const look = () => fetchSnapshot(connection, signal);
  void watchTap(connection, look, signal);
  const timer = setInterval(() => {
    now.value = Date.now();
    const age = now.value - (snapshotSeenAt.value ?? now.value);
    // The collector runs no timers: a snapshot that is due by age is made when somebody asks for it.
    if (sinceSnapshot.value > 0 && age > PUBLISH_EVERY.ms && !document.hidden) void look();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
  return look;
}

async function watchTap(connection: Connection, look: () => Promise<void>, signal: AbortSignal) {
  for await (const arrival of connection.tap({ signal })) {
    if (arrival.experiment !== experiment.value || !arrival.accepted) continue;
    if (arrival.body[0] === OPENING_BRACKET) arrivedInBatches.value += arrival.reports;
    else arrivedSingly.value += arrival.reports;
    sinceSnapshot.value += arrival.reports;
    if (sinceSnapshot.value >= PUBLISH_EVERY.reports) void look();
  }
}

async function fetchSnapshot(connection: Connection, signal: AbortSignal) {
  const wanted = experiment.value;
  try {
    const response = await connection.fetch(new URL(`${wanted}/snapshot`, connection.endpoint), {
      cache: 'no-store',
      signal,
    });
    if (!response.ok) throw new Error(`snapshot: status ${response.status}`);
    const fresh = (await response.json()) as PublicSnapshot;
    if (wanted !== experiment.value) return;
    withdraw('server');
    const known = snapshot.value;
    if (known?.experiment !== fresh.experiment || known.snapshot !== fresh.snapshot) {
      snapshot.value = fresh;
      sinceSnapshot.value = 0;
      snapshotSeenAt.value = Date.now();
    } else if (snapshotSeenAt.value === null) {
      snapshotSeenAt.value = Date.now();
    }
  } catch {
    if (signal.aborted) return;
    notify({
      id: 'server',
      text: 'The collector does not answer. Packets wait on this device and leave when it does.',
      action: { label: 'Reload', run: () => location.reload() },
    });
  }
}
