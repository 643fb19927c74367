/**
 * The simulator of this page: workers where the browser gives them, otherwise this thread. Opened when it
 * is first needed, and again after a failure.
 */
import { signal } from '@preact/signals';
import { createSimulator, LdpError, type Simulator } from 'ldp-bandits/simulation';
import { plural } from '../shared/format.js';

/** Where the rounds are played, for people; null before it is known. */
export const place = signal<string | null>(null);

let opened: Promise<Simulator> | null = null;

/** @throws {LdpError} `wasm_blocked_by_csp` or `wasm_not_found`: there is nothing to play with. */
export function openSimulator(): Promise<Simulator> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<Simulator> {
  const simulator = (await withWorkers()) ?? (await createSimulator({ workers: 0 }));
  const { workers } = simulator;
  place.value = workers === 0 ? 'one thread of this browser' : plural(workers, 'worker');
  return simulator;
}

async function withWorkers(): Promise<Simulator | null> {
  if (typeof Worker === 'undefined') return null;
  try {
    return await createSimulator({ workers: 'auto', spawn: spawnWorker });
  } catch (error) {
    // Without WebAssembly there is no other way; without workers there is.
    if (LdpError.is(error, 'wasm_blocked_by_csp')) throw error;
    return null;
  }
}

function spawnWorker(): Worker {
  return new Worker(new URL('./simulation.worker.ts', import.meta.url), { type: 'module' });
}
