/** Counts what was refused, by experiment and HTTP status; for a line a minute in the log, and for metrics. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from './log.js';

type OnRefusal = (experiment: string, status: string) => void;

const MINUTE_MS = 60_000;

export class Traffic {
  readonly #isExperiment: (name: string) => boolean;
  readonly #basePath: string;
  readonly #listeners: OnRefusal[] = [];
  readonly #refused = new Map<string, number>();
  #open = 0;

  constructor(basePath: string, isExperiment: (name: string) => boolean) {
    this.#basePath = basePath;
    this.#isExperiment = isExperiment;
  }

  /** Requests under way. */
  get open(): number {
    return this.#open;
  }

  onRefusal(listener: OnRefusal): void {
    this.#listeners.push(listener);
  }

  /** Counts a request when its answer is out, or its connection gone. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    this.#open += 1;
    response.once('close', () => {
      this.#open -= 1;
      if (response.statusCode < 400 || !response.headersSent) return;
      const experiment = this.#experimentOf(request.url ?? '');
      const status = String(response.statusCode);
      const key = `${experiment} ${status}`;
      this.#refused.set(key, (this.#refused.get(key) ?? 0) + 1);
      for (const listener of this.#listeners) listener(experiment, status);
    });
  }

  /** One line a minute for each experiment and status that had refusals. @returns What stops it. */
  logTo(log: Log): () => void {
    const flush = () => {
      for (const [key, count] of this.#refused) {
        const [experiment = '', status] = key.split(' ');
        log('warn', 'refused', { experiment, status: Number(status), count });
      }
      this.#refused.clear();
    };
    const timer = setInterval(flush, MINUTE_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
      flush();
    };
  }

  /** A path is the sender's text: only names that are served come out of it. */
  #experimentOf(url: string): string {
    if (!url.startsWith(`${this.#basePath}/`)) return 'other';
    const [name = ''] = url.slice(this.#basePath.length + 1).split(/[/?]/);
    return this.#isExperiment(name) ? name : 'other';
  }
}
