/**
 * The operator's decision to end a test or to go on, from the server panel to the collector, in the Service Worker
 * or in this page. The demo has no other way to the collector's methods than its requests.
 */
import { signal } from '@preact/signals';
import type { Collector } from 'ldp-bandits/server';

const CHANNEL = 'ldp-demo-operator';
const PAUSE_MS = 300;
/** A Service Worker that sleeps is woken by the request for a snapshot, and hears a later try. */
const TRIES = 20;

interface Order {
  readonly experiment: string;
  readonly ended: boolean;
}

/** Grows when there may be a new snapshot to look at. */
export const lookAgain = signal(0);

/** Collector side: does what the panel says. */
export function obeyOperator(collector: Collector): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', async ({ data }: MessageEvent<Order | string>) => {
    if (typeof data === 'string') return;
    const { experiment, ended } = data;
    await (ended ? collector.end(experiment) : collector.resume(experiment));
    channel.postMessage(experiment);
  });
}

/** Panel side: resolves once the collector has done it, or has not answered for six seconds. */
export async function orderEnd(experiment: string, ended: boolean): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  let isDone = false;
  channel.addEventListener('message', ({ data }: MessageEvent<Order | string>) => {
    isDone ||= data === experiment;
  });
  for (let tries = 0; tries < TRIES && !isDone; tries++) {
    if (tries === 0) lookAgain.value += 1;
    channel.postMessage({ experiment, ended });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  channel.close();
  lookAgain.value += 1;
}
