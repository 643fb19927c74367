// ldp-bandits/replay/worker: the file that a worker of a replay runs. It works while it is imported, and exports
// nothing.
import { type FromReplayWorker, serveReplay, type ToReplayWorker } from './serve.js';

interface NodePort {
  postMessage(message: FromReplayWorker): void;
  on(event: 'message', listener: (message: ToReplayWorker) => void): void;
}

interface WorkerGlobal {
  readonly process?: {
    getBuiltinModule?(id: 'node:worker_threads'): { readonly parentPort: NodePort | null };
  };
  postMessage(message: FromReplayWorker): void;
  addEventListener(type: 'message', listener: (event: { data: ToReplayWorker }) => void): void;
}

const scope = globalThis as unknown as WorkerGlobal;
const port = scope.process?.getBuiltinModule?.('node:worker_threads').parentPort;

serveReplay(
  port
    ? {
        post: (message) => port.postMessage(message),
        onMessage: (listener) => port.on('message', listener),
      }
    : {
        post: (message) => scope.postMessage(message),
        onMessage: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
      },
);
