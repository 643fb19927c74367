// ldp-bandits/simulation/worker: the file that a worker of a simulator runs. It works while it is
// imported, and exports nothing:
//
//   createSimulator({
//     workers: 'auto',
//     spawn: () => new Worker(new URL('ldp-bandits/simulation/worker', import.meta.url), { type: 'module' }),
//   });
import type { FromWorker, ToWorker } from './messages.js';
import { type Channel, serve } from './serve.js';

interface NodePort {
  postMessage(message: FromWorker, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToWorker) => void): void;
}

interface WorkerGlobal {
  readonly process?: {
    getBuiltinModule?(id: 'node:worker_threads'): { readonly parentPort: NodePort | null };
  };
  readonly document?: unknown;
  postMessage?(message: FromWorker, transfer: readonly ArrayBuffer[]): void;
  addEventListener?(type: 'message', listener: (event: { data: ToWorker }) => void): void;
}

const scope = globalThis as unknown as WorkerGlobal;

function channelOf({ process, document }: WorkerGlobal): Channel {
  const port = process?.getBuiltinModule?.('node:worker_threads').parentPort;
  if (port) {
    return {
      post: (message, transfer) => port.postMessage(message, transfer),
      onMessage: (listener) => port.on('message', listener),
    };
  }
  if (document !== undefined || typeof scope.postMessage !== 'function') {
    throw new Error('ldp-bandits/simulation/worker is the script of a worker: see `spawn`.');
  }
  return {
    post: (message, transfer = []) => scope.postMessage?.(message, transfer),
    onMessage: (listener) => scope.addEventListener?.('message', ({ data }) => listener(data)),
  };
}

serve(channelOf(scope));
