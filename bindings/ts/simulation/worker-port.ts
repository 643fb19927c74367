// One interface over the workers of browsers and those of Node.
import { LdpError } from '../internal/errors.js';
import type { FromWorker, ToWorker } from './messages.js';

/** What is needed of a `Worker`, of the browser's kind or of node:worker_threads. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

interface BrowserWorker extends WorkerLike {
  addEventListener(type: string, listener: (event: Event) => void): void;
}

interface NodeWorker extends WorkerLike {
  on(event: string, listener: (value: never) => void): void;
  ref(): void;
  unref(): void;
}

export interface WorkerPort {
  post(message: ToWorker): void;
  /** An idle worker must not keep the process alive. */
  keepAlive(alive: boolean): void;
  terminate(): void;
}

export interface PortEvents {
  readonly message: (message: FromWorker) => void;
  /** The worker has ended or failed. Only the first call counts. */
  readonly gone: (cause: unknown) => void;
}

export function openPort(worker: WorkerLike, { message, gone }: PortEvents): WorkerPort {
  const terminate = () => void worker.terminate();
  const post = (to: ToWorker) => worker.postMessage(to);
  if ('addEventListener' in worker) {
    const browser = worker as BrowserWorker;
    browser.addEventListener('message', (event) => message((event as MessageEvent).data));
    browser.addEventListener('messageerror', () => gone(new Error('unreadable message')));
    browser.addEventListener('error', (event) => {
      event.preventDefault();
      const { message: text, error } = event as ErrorEvent;
      gone(error ?? new Error(text || 'the script of the worker could not be loaded'));
    });
    return { post, terminate, keepAlive() {} };
  }
  const node = worker as NodeWorker;
  node.on('message', message);
  node.on('messageerror', gone);
  node.on('error', gone);
  node.on('exit', (code: number) => gone(new Error(`the worker ended with code ${code}`)));
  return { post, terminate, keepAlive: (alive) => (alive ? node.ref() : node.unref()) };
}

interface NodeProcess {
  getBuiltinModule?(id: 'node:os'): { availableParallelism?(): number };
  readonly versions?: { readonly node?: string };
}

function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { readonly process?: NodeProcess };
  return process?.versions?.node === undefined ? undefined : process;
}

export const isNode = (): boolean => nodeProcess() !== undefined;

/** Threads that this machine runs at once; 1 if unknown. */
export function parallelism(): number {
  const { navigator } = globalThis as { readonly navigator?: { hardwareConcurrency?: number } };
  const node = nodeProcess()?.getBuiltinModule?.('node:os').availableParallelism?.();
  return node ?? navigator?.hardwareConcurrency ?? 1;
}

/** @throws {LdpError} `worker_failed` where the package's files are not beside each other. */
export async function nodeSpawn(): Promise<() => WorkerLike> {
  try {
    return (await import('./node-workers.js')).spawn;
  } catch (cause) {
    throw new LdpError(
      'worker_failed',
      'The file of the worker is not where the package has it: give `spawn` a function that returns a worker.',
      { cause },
    );
  }
}
