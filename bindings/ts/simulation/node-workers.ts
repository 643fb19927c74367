// Worker threads of Node, which need no option: this file knows where the worker's file is. Loaded in
// Node only and never bundled, because a bundler would move it away from its neighbour.
interface NodeWorker {
  postMessage(message: unknown): void;
  terminate(): Promise<number>;
}

interface NodeGlobal {
  readonly process: {
    getBuiltinModule(id: 'node:worker_threads'): {
      readonly Worker: new (file: URL, options: object) => NodeWorker;
    };
  };
}

export function spawn(): NodeWorker {
  const { process } = globalThis as unknown as NodeGlobal;
  const threads = process.getBuiltinModule('node:worker_threads');
  const file = './worker.js';
  // No flags of the parent: an inspector or a loader is not meant for these.
  return new threads.Worker(new URL(file, import.meta.url), { execArgv: [] });
}
