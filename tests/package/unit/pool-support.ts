// Workers that a test can watch, kill, or have misbehave.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';

/** The file that `ldp-bandits/simulation/worker` names. */
export const workerFile = pathToFileURL(
  join(import.meta.dirname, '../../../dist/simulation/worker.js'),
);

/** `spawn` for createSimulator, and the workers that it has started. */
export function watchedWorkers(file: (nth: number) => URL = () => workerFile) {
  const workers: Worker[] = [];
  const spawn = () => {
    const worker = new Worker(file(workers.length));
    workers.push(worker);
    return worker;
  };
  return { workers, spawn };
}

/** Scripts of workers in a folder that is removed at the end of the test file. */
export function scriptFolder() {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'ldp-bandits-pool-'));
  });
  afterAll(() => rm(path, { recursive: true }));
  const write = (name: string, lines: readonly string[]): URL => {
    const file = join(path, `${name}.mjs`);
    writeFileSync(file, lines.join('\n'));
    return pathToFileURL(file);
  };
  const port = "import { parentPort as port } from 'node:worker_threads';";
  return {
    /** A worker that has nothing to do with the package; `port` is its parent's. */
    foreign: (name: string, code: string) => write(name, [port, code]),
    /** The worker of the package, and `code` beside it. */
    spoilt: (name: string, code: string) =>
      write(name, [port, `await import(${JSON.stringify(workerFile.href)});`, code]),
  };
}

/** The shortest of some tries: a busy machine makes some of them longer. */
export async function quickest(tries: number, measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < tries) times.push(await measure());
  return Math.min(...times);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
