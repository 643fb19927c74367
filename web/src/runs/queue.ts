/**
 * One run at a time: two would only slow each other down, and no estimate would hold. A second one waits
 * its turn, and its card says for what.
 */
import { signal } from '@preact/signals';
import type { Job } from './job.js';
import { openSimulator } from './simulator.js';

export const running = signal<Job | null>(null);
const waiting: Job[] = [];

/** Resolves when the job has ended, in whatever way. */
export async function enqueue(job: Job): Promise<void> {
  waiting.push(job);
  if (!running.value) await playAll();
  else await ended(job);
}

async function playAll(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    if (job.state.value !== 'waiting') continue;
    running.value = job;
    await job.play(openSimulator);
  }
  running.value = null;
}

function ended(job: Job): Promise<void> {
  return new Promise((resolve) => {
    const stop = job.state.subscribe((state) => {
      if (state === 'waiting' || state === 'running') return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
