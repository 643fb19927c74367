// One worker: starts it, hands it units, notices when it dies, starts another in its place.
import { LdpError } from '../internal/errors.js';
import { type FromWorker, kProtocol, type PlainError, type Unit } from './messages.js';
import { orStopped } from './or-stopped.js';
import { Crash, type Job, type Seat, type SeatOptions } from './seat.js';
import { openPort, type WorkerLike, type WorkerPort } from './worker-port.js';

/** A wrong script never says that it is ready: limit of the wait for it. */
const kStartMs = 30_000;
/**
 * A worker answers within a slice, unless it is still preparing a million arms. One that plays
 * nothing else is ended and replaced after `kStopAloneMs`, at no cost; another one after `kStopMs`.
 */
const kStopAloneMs = 250;
const kStopMs = 2_000;
/** Browsers may end a worker without an event: interval of checks for silence, and checks before it counts as dead. */
const kLookEveryMs = 2_500;
const kSilentLooks = 4;

interface Playing {
  readonly options: SeatOptions;
  finish(recorded: Float64Array): void;
  fail(error: unknown): void;
}

export class WorkerSeat implements Seat {
  readonly #spawn: () => WorkerLike;
  readonly #module: WebAssembly.Module;
  #worker: Promise<LiveWorker> | null = null;

  constructor(spawn: () => WorkerLike, module: WebAssembly.Module) {
    this.#spawn = spawn;
    this.#module = module;
  }

  /** Starts the worker where there is none. Rejects `worker_failed`. */
  async ready(): Promise<void> {
    await this.#live();
  }

  async play(job: Job, unit: Unit, options: SeatOptions): Promise<Float64Array> {
    const worker = await orStopped(this.#live(), options.stopped);
    return worker.play(job, unit, options);
  }

  forget(job: Job): void {
    void this.#worker?.then((worker) => worker.forget(job)).catch(() => {});
  }

  terminate(): void {
    void this.#worker?.then((worker) => worker.end(new Error('terminated'))).catch(() => {});
    this.#worker = null;
  }

  #live(): Promise<LiveWorker> {
    if (this.#worker === null) {
      const worker = LiveWorker.start(this.#spawn, this.#module, () => {
        if (this.#worker === worker) this.#worker = null;
      });
      this.#worker = worker;
      worker.catch(() => {
        if (this.#worker === worker) this.#worker = null;
      });
    }
    return this.#worker;
  }
}

/** From its start to its end. */
class LiveWorker {
  readonly #port: WorkerPort;
  readonly #onEnd: () => void;
  readonly #playing = new Map<number, Playing>();
  readonly #jobs = new Set<number>();
  #started: { resolve(): void; reject(error: LdpError): void } | null = null;
  #ended = false;
  #lastId = 0;
  #silent = 0;
  #looking: ReturnType<typeof setInterval> | undefined;

  static async start(
    spawn: () => WorkerLike,
    module: WebAssembly.Module,
    onEnd: () => void,
  ): Promise<LiveWorker> {
    let worker: LiveWorker;
    try {
      worker = new LiveWorker(spawn(), onEnd);
    } catch (cause) {
      throw startFailed(cause);
    }
    const tooLong = setTimeout(() => worker.end(new Error('it did not answer')), kStartMs);
    try {
      await new Promise<void>((resolve, reject) => {
        worker.#started = { resolve, reject };
        worker.#port.post({ type: 'load', module });
      });
    } finally {
      clearTimeout(tooLong);
      worker.#started = null;
    }
    worker.#port.keepAlive(false);
    return worker;
  }

  private constructor(worker: WorkerLike, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#port = openPort(worker, {
      message: (message) => this.#hear(message),
      gone: (cause) => this.end(cause),
    });
  }

  play(job: Job, unit: Unit, options: SeatOptions): Promise<Float64Array> {
    const { stopped, preview } = options;
    // An aborted signal fires no further event: the unit would be played to its end.
    if (stopped.aborted) return Promise.reject(stopped.reason);
    if (this.#ended) return Promise.reject(new Crash('The worker has ended.'));
    if (!this.#jobs.has(job.id)) {
      this.#jobs.add(job.id);
      this.#port.post({ type: 'open', job: job.id, spec: job.spec, own: addressOf(job) });
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      let tooLong: ReturnType<typeof setTimeout> | undefined;
      const end = () => this.end(new Error('it did not stop'));
      const stop = () => {
        this.#port.post({ type: 'stop', id });
        tooLong = setTimeout(() => {
          // Other units may have started since; ending the worker would lose them.
          if (this.#playing.size === 1) end();
          else tooLong = setTimeout(end, kStopMs - kStopAloneMs);
        }, kStopAloneMs);
      };
      const settle = () => {
        clearTimeout(tooLong);
        stopped.removeEventListener('abort', stop);
        this.#playing.delete(id);
        if (this.#playing.size === 0) this.#rest();
      };
      this.#playing.set(id, {
        options,
        finish: (recorded) => {
          settle();
          resolve(recorded);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      });
      stopped.addEventListener('abort', stop, { once: true });
      this.#work();
      this.#port.post({ type: 'play', id, job: job.id, unit, preview });
    });
  }

  forget({ id }: Job): void {
    if (this.#jobs.delete(id)) this.#port.post({ type: 'close', job: id });
  }

  /** Terminates the worker; what it was playing fails with {@link Crash}. */
  end(cause: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#port.terminate();
    this.#onEnd();
    this.#started?.reject(startFailed(cause));
    for (const { fail } of [...this.#playing.values()]) {
      fail(new Crash('The worker has died.', { cause }));
    }
    this.#rest();
  }

  #hear(message: FromWorker): void {
    this.#silent = 0;
    switch (message.type) {
      case 'ready':
        if (message.protocol === kProtocol) this.#started?.resolve();
        else this.end(new Error('it is of another version of ldp-bandits'));
        break;
      case 'unloaded':
        this.end(fromPlain(message.error));
        break;
      case 'playing':
        this.#playing.get(message.id)?.options.report(message.rounds, message.regrets);
        break;
      case 'played':
        this.#playing.get(message.id)?.finish(message.recorded);
        break;
      case 'stopped': {
        const playing = this.#playing.get(message.id);
        playing?.fail(playing.options.stopped.reason);
        break;
      }
      case 'failed':
        if (message.dead) this.end(fromPlain(message.error));
        else this.#playing.get(message.id)?.fail(fromPlain(message.error));
        break;
      case 'pong':
        break;
    }
  }

  #work(): void {
    if (this.#looking !== undefined) return;
    this.#port.keepAlive(true);
    this.#silent = 0;
    this.#looking = setInterval(() => {
      this.#silent += 1;
      if (this.#silent > kSilentLooks) this.end(new Error('it went silent'));
      else if (this.#silent > 1) this.#port.post({ type: 'ping' });
    }, kLookEveryMs);
  }

  #rest(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    if (!this.#ended) this.#port.keepAlive(false);
  }
}

/** `readOwn` lets nothing but an address come here. */
function addressOf({ own }: Job): string | undefined {
  return typeof own === 'string' ? own : undefined;
}

function startFailed(cause: unknown): LdpError {
  const why = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  return new LdpError(
    'worker_failed',
    `A worker could not start${why}. Its script is ldp-bandits/simulation/worker, as a module; the page's Content Security Policy must allow it in worker-src.`,
    { cause },
  );
}

function fromPlain({ code, message, details }: PlainError): Error {
  return code === null ? new Error(message) : new LdpError(code, message, { details });
}
