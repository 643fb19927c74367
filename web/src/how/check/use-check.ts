/** A check as its figure sees it: at most one runs, in a Worker of its own, and can be cancelled. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckAnswer, CheckRequest, Outcome } from './menu.js';

export interface Checking {
  /** Null: nothing runs. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly failure: string | null;
  start(request: CheckRequest): void;
  cancel(): void;
}

export function useCheck(take: (outcome: Outcome) => void): Checking {
  const [progress, setProgress] = useState<Checking['progress']>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const worker = useRef<Worker | null>(null);
  const taker = useRef(take);
  taker.current = take;
  const cancel = () => {
    worker.current?.terminate();
    worker.current = null;
    setProgress(null);
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const fail = (reason: string) => {
    setFailure(reason);
    cancel();
  };
  return {
    progress,
    failure,
    cancel,
    start(request) {
      cancel();
      setFailure(null);
      setProgress({ done: 0, total: 1 });
      const opened = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
      worker.current = opened;
      opened.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
        if (worker.current !== opened) return;
        if ('done' in data) return setProgress(data);
        if ('failed' in data) return fail(data.failed);
        cancel();
        taker.current(data.outcome);
      };
      opened.onerror = (event) => {
        event.preventDefault();
        fail(event.message || 'its Worker could not start');
      };
      opened.postMessage(request);
    },
  };
}
