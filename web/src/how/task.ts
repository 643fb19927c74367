/** A scene's counting, as its figure sees it: ask, see values come, ask again. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Order, Request, TaskName, Value } from './how.worker.js';

export interface Task<T extends TaskName> {
  readonly running: boolean;
  /** Why it cannot count; what was there stays. */
  readonly failure: string | null;
  /** Whatever ran before is stopped: only answers to the newest question arrive. */
  start(request: Request<T>): void;
  stop(): void;
}

/** @param take gets every value of the newest question */
export function useTask<T extends TaskName>(task: T, take: (value: Value<T>) => void): Task<T> {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const worker = useRef<Worker | null>(null);
  const newest = useRef(0);
  const taker = useRef(take);
  taker.current = take;
  useEffect(() => () => worker.current?.terminate(), []);

  const fail = (reason: string) => {
    setFailure(reason);
    setRunning(false);
  };
  const open = () => {
    const opened = new Worker(new URL('./how.worker.ts', import.meta.url), { type: 'module' });
    opened.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== newest.current) return;
      if ('value' in data) taker.current(data.value as Value<T>);
      else if ('failed' in data) fail(data.failed);
      else setRunning(false);
    };
    opened.onerror = (event) => {
      event.preventDefault();
      worker.current = null;
      fail(event.message || 'its Worker could not start');
    };
    return opened;
  };
  const post = (order: Order) => worker.current?.postMessage(order);
  const stop = () => {
    if (!running) return;
    post({ id: newest.current, stop: true });
    newest.current++;
    setRunning(false);
  };
  return {
    running,
    failure,
    stop,
    start(request) {
      worker.current ??= open();
      if (running) post({ id: newest.current, stop: true });
      newest.current++;
      setFailure(null);
      setRunning(true);
      post({ id: newest.current, task, request });
    },
  };
}
