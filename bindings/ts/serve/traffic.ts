/** Counts what was refused, by experiment and HTTP status; for a line a minute in the log, and for metrics. */
import type { ServerResponse } from 'node:http';
import type { Log } from './log.js';

type OnRefusal = (experiment: string, status: string) => void;

const MINUTE_MS = 60_000;

export class Traffic {
  readonly #isExperiment: (name: string) => boolean;
  readonly #basePath: string;
  readonly #listeners: OnRefusal[] = [];
  readonly #refused = new Map<string, number>();
  /** One function for all requests. */
  readonly #onClose: (this: ServerResponse) => void;
  #open = 0;

  constructor(basePath: string, isExperiment: (name: string) => boolean) {
    this.#basePath = basePath;
    this.#isExperiment = isExperiment;
    const count = (response: ServerResponse) => this.#count(response);
    this.#onClose = function (this: ServerResponse) {
      count(this);
    };
  }

  /** Requests under way. */
  get open(): number {
    return this.#open;
  }

  onRefusal(listener: OnRefusal): void {
    this.#listeners.push(listener);
  }

  /** Counts a request when its answer is out, or its connection gone. */
  watch(response: ServerResponse): void {
    this.#open += 1;
    response.on('close', this.#onClose);
  }

  #count({ statusCode, headersSent, req }: ServerResponse): void {
    this.#open -= 1;
    if (statusCode < 400 || !headersSent) return;
    const experiment = this.#experimentOf(req.url ?? '');
    const status = String(statusCode);
    const key = `${experiment} ${status}`;
    this.#refused.set(key, (this.#refused.get(key) ?? 0) + 1);
    for (const listener of this.#listeners) listener(experiment, status);
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
