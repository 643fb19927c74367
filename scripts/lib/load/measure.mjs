// One server under load: how many requests a second it answers, how long they take, and what that costs.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { cpuSeconds, withDescendants } from './usage.mjs';

/**
 * Runs a job of generator.mjs.
 *
 * @param groups `{name: () => pids}`: whose use is counted, with all that they started.
 * @param progress Told how many reports have been accepted, about twice a second; with `count` only.
 * @returns The result of the generator, and for each group `cpu`, in µs a good answer.
 */
export async function load(job, groups = {}, progress = () => {}) {
  const generator = fork(join(import.meta.dirname, 'generator.mjs'));
  const use = () => Object.entries(groups).map(([, pids]) => cpuSeconds(withDescendants(pids())));
  let before = use();
  try {
    const result = await new Promise((resolve, reject) => {
      generator.on('exit', (code) => reject(new Error(`The load generator ended with ${code}.`)));
      generator.on('message', (message) => {
        if (message.begun) before = use();
        if (message.accepted !== undefined) progress(message.accepted);
        if (message.error) reject(new Error(message.error));
        if (message.result) resolve(message.result);
      });
      generator.send(job);
    });
    const after = use();
    const each = Object.keys(groups).map((name, i) => {
      return [name, { cpu: ((after[i] - before[i]) * 1e6) / result.good }];
    });
    return { ...result, use: Object.fromEntries(each) };
  } finally {
    generator.kill('SIGKILL');
  }
}
