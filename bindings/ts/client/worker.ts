// `ldp-bandits/worker`: a Service Worker that keeps the drawn time when the page is gone. Host the file
// `ldp-bandits/ldp-sender.js`, which is this one without imports, and name it: `createBandit({ worker: '/ldp-sender.js' })`.
// It controls no page and reads no answer: it is told a time at choose(), noisy bytes at reward(),
// and takes from the outbox what is due.
import { IndexedDbJournal } from './indexed-db-journal.js';
import { DEFAULT_NAME } from './ledgers.js';
import { transportTo, waitingSender } from './outbox.js';
import type { Sender } from './sender.js';
import type { WorkerMessage } from './successors.js';
import { WaitingEarly } from './waiting-early.js';

interface WorkerEvent {
  readonly data?: WorkerMessage;
  waitUntil(work: Promise<unknown>): void;
}
const scope = globalThis as unknown as {
  addEventListener(type: string, run: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: ServiceWorkerRegistration;
};

/** Noisy bytes of answers, by id: of all ways to keep them this one is never late. */
const told = new Map<string, string>();
interface Own {
  readonly sender: Sender;
  readonly journal: IndexedDbJournal;
  readonly early: WaitingEarly;
}
const senders = new Map<string, Own>();
const TRIES = 4;
/** Browsers end a worker soon after: see requireWorker in options.ts. */
const LONGEST_MS = 8_000;

function senderOf(database: string): Own {
  const existing = senders.get(database);
  if (existing) return existing;
  const forget = ({ id }: { id: string }) => void told.delete(id);
  const journal = new IndexedDbJournal(database);
  const early = new WaitingEarly(journal, transportTo);
  const settle = () => early.settle();
  const sender = waitingSender(journal, { told, sent: forget, refused: forget, early: settle });
  const made = { journal, sender, early };
  senders.set(database, made);
  return made;
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver().catch(() => {})));
scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data?.ldpBandits === 'final') told.set(data.id, data.body);
  if (data?.ldpBandits === 'due') event.waitUntil(send(data.database, data.dueAt));
});

/** The page that registered this worker may have gone before there was a worker to tell. */
async function takeOver(): Promise<void> {
  const database = DEFAULT_NAME;
  const { dueAt } = await senderOf(database).journal.backlog(undefined);
  // A message, because an activation that lasts until then would keep pages waiting.
  const due: WorkerMessage = { ldpBandits: 'due', database, dueAt };
  if (dueAt < Infinity) scope.registration.active?.postMessage(due);
}

/** A few tries: a navigation that ends the page may be one that changes the network. */
async function send(database: string, dueAt: number): Promise<void> {
  const { sender, journal, early } = senderOf(database);
  let next = dueAt;
  for (let tries = 0; tries < TRIES && next < dueAt + LONGEST_MS; tries++) {
    const wait = Math.max(0, next - Date.now());
    await new Promise((resolve) => setTimeout(resolve, wait));
    await sender.sendDue();
    next = await journal.backlog(undefined).then(
      (backlog) => Math.min(backlog.dueAt, early.retryAt),
      () => Infinity,
    );
  }
}
