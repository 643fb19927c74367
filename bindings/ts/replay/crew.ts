// Who plays the units of a replay: this thread, or workers.
import { requireFunction } from '../internal/checks.js';
import { LdpError } from '../internal/errors.js';
import { isNode, parallelism, type WorkerLike } from '../simulation/worker-port.js';
import { playUnit, type Watch } from './play.js';
import type { FromReplayWorker, ToReplayWorker } from './serve.js';
import type { Played, ReplayJob, ReplayUnit } from './types.js';

export interface Seat {
  play(unit: ReplayUnit, watch: Watch): Promise<Played>;
}

export interface Crew {
  readonly seats: readonly Seat[];
  end(): void;
}

/** @throws LdpError `worker_failed` where there is no worker to be had. */
export async function crewOf(
  job: ReplayJob,
  units: number,
  workers: number | 'auto',
  spawn: (() => unknown) | undefined,
): Promise<Crew> {
  const count = Math.min(units, workers === 'auto' ? parallelism() : workers);
  if (count === 0) {
    return { seats: [{ play: (unit, watch) => playUnit(job, unit, watch) }], end: () => {} };
  }
  const make = spawn === undefined ? await nodeSpawn() : requireFunction('spawn', spawn);
  const seats = Array.from({ length: count }, () => new WorkerSeat(make() as WorkerLike, job));
  return {
    seats,
    end() {
      for (const seat of seats) seat.end();
    },
  };
}

async function nodeSpawn(): Promise<() => unknown> {
  if (!isNode())
    throw new LdpError(
      'worker_failed',
      'Outside of Node give `spawn` a function that returns a worker of ldp-bandits/replay/worker, or leave `workers` out.',
    );
  const { spawn } = await import('../simulation/node-workers.js');
  return () => spawn('../replay/worker.js');
}

interface Playing {
  readonly watch: Watch;
  resolve(played: Played): void;
  reject(error: unknown): void;
}

/** One unit at a time. */
class WorkerSeat implements Seat {
  readonly #worker: WorkerLike;
  #playing: Playing | null = null;
  #gone: LdpError | null = null;

  constructor(worker: WorkerLike, job: ReplayJob) {
    this.#worker = worker;
    listen(worker, {
      message: (message) => this.#hear(message),
      gone: (cause) => this.#lose(cause),
    });
    this.#post({ type: 'open', job });
  }

  play(unit: ReplayUnit, watch: Watch): Promise<Played> {
    if (this.#gone) return Promise.reject(this.#gone);
    const stop = () => this.#post({ type: 'stop' });
    watch.signal?.addEventListener('abort', stop, { once: true });
    return new Promise<Played>((resolve, reject) => {
      this.#playing = { watch, resolve, reject };
      this.#post({ type: 'play', unit });
      if (watch.signal?.aborted) stop();
    }).finally(() => {
      this.#playing = null;
      watch.signal?.removeEventListener('abort', stop);
    });
  }

  end(): void {
    void this.#worker.terminate();
  }

  #post(message: ToReplayWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromReplayWorker): void {
    if (message.type === 'progress') this.#tell(message.done, message.total);
    else if (message.type === 'played') this.#playing?.resolve(message.played);
    else this.#playing?.reject(new LdpError(message.code ?? 'worker_failed', message.text));
  }

  /** What the listener throws ends the replay, as it does where this thread plays. */
  #tell(done: number, total: number): void {
    try {
      this.#playing?.watch.onProgress?.(done, total);
    } catch (error) {
      this.#playing?.reject(error);
    }
  }

  #lose(cause: unknown): void {
    this.#gone = new LdpError('worker_failed', 'A worker of the replay has ended.', { cause });
    this.#playing?.reject(this.#gone);
  }
}

interface Events {
  readonly message: (message: FromReplayWorker) => void;
  readonly gone: (cause: unknown) => void;
}

function listen(worker: WorkerLike, { message, gone }: Events): void {
  if (worker instanceof EventTarget) {
    worker.addEventListener('message', (event) => message((event as MessageEvent).data));
    worker.addEventListener('error', (event) => gone((event as ErrorEvent).message));
    return;
  }
  const node = worker as WorkerLike & { on(event: string, heard: (value: never) => void): void };
  node.on('message', message);
  node.on('error', gone);
  node.on('exit', gone);
}
