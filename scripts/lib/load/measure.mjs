// One server under load: how many requests a second it answers, how long they take, and what that costs.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { cpuSeconds, withDescendants, writtenBytes } from './usage.mjs';

/**
 * Runs a job of generator.mjs.
 *
 * @param groups `{name: () => pids}`: whose use is counted, with all that they started.
 * @param progress Told how many reports have been accepted, about twice a second; with `count` only.
 * @returns The result of the generator, and for each group `cpu` (µs a good answer) and `written` (bytes a good answer).
 */
export async function load(job, groups = {}, progress = () => {}) {
  const generator = fork(join(import.meta.dirname, 'generator.mjs'));
  const use = () =>
    Object.fromEntries(
      Object.entries(groups).map(([name, pids]) => {
        const all = withDescendants(pids());
        return [name, { cpu: cpuSeconds(all), written: writtenBytes(all) }];
      }),
    );
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
    return { ...result, ...perAnswer(result, before, use()) };
  } finally {
    generator.kill('SIGKILL');
  }
}

function perAnswer({ good }, before, after) {
  const each = Object.keys(after).map((name) => {
    const cpu = ((after[name].cpu - before[name].cpu) * 1e6) / good;
    return [name, { cpu, written: (after[name].written - before[name].written) / good }];
  });
  return { use: Object.fromEntries(each) };
}
