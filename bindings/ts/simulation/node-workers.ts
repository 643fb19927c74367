// Worker threads of Node, which need no option: this file is an output of its own, so that it knows where
// the worker's file is. Loaded in Node only.
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

/** `script`: from the folder of this file. */
export function spawn(script = 'worker.js'): NodeWorker {
  const { process } = globalThis as unknown as NodeGlobal;
  const threads = process.getBuiltinModule('node:worker_threads');
  // Not `new URL('./worker.js', import.meta.url)`, which bundlers of pages would take for a file of theirs.
  const file = import.meta.url.replace(/[^/]*$/, script);
  // No flags of the parent: an inspector or a loader is not meant for these.
  return new threads.Worker(new URL(file), { execArgv: [] });
}
