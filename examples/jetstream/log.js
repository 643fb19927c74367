// The stream that reports wait in, on three nodes: what it has acknowledged is on two of them.
import { AckPolicy, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';

const STREAM = 'REPORTS';
const READER = 'collector';
/**
 * A day. While collectors take reports, one that waits for longer than `closesAfterMs` of the manifest (702 s by default)
 * is refused by them and leaves the log; while none runs no epoch closes, and all that wait still count.
 */
const LONGEST_WAIT_MS = 86_400_000;

/** Waits until the cluster answers, for as long as it takes, and connects again after every failure. */
const connection = await connect({
  servers: process.env.NATS?.split(',') ?? ['127.0.0.1:4222'],
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  waitOnFirstConnect: true,
});
export const log = jetstream(connection);

/** Makes the stream, unless it is there. */
export async function openStream() {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: STREAM,
    subjects: ['reports.>'],
    storage: StorageType.File,
    num_replicas: 3,
    retention: 'workqueue', // an acknowledged message is deleted
    max_age: nanos(LONGEST_WAIT_MS),
    max_bytes: 2 ** 30,
    discard: 'new', // a full stream refuses reports; it deletes none
  });
}

/** The messages that no consumer has acknowledged. Any number of consumers may share them. */
export async function openReader() {
  await openStream();
  const manager = await jetstreamManager(connection);
  await manager.consumers.add(STREAM, {
    durable_name: READER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(10_000), // what a consumer has taken that died is given to the next one
  });
  return log.consumers.get(STREAM, READER);
}
