/** A Durable Object that hosts a collector: one context for all of its requests, so that they may share work. */
import { answerFrom, lazily } from '../lazy.js';
import type { Collector } from '../types/index.js';

/** What workerd makes an object from. */
export type ObjectClass<Env> = new (
  state: unknown,
  env: Env,
) => { fetch(request: Request): Promise<Response> };

export function objectClass<Env>(start: (env: Env) => Promise<Collector>): ObjectClass<Env> {
  return class CollectorObject {
    /** Of this object alone: several of them may live in one isolate, and their work must not mix. */
    readonly #collector: () => Promise<Collector>;

    constructor(_state: unknown, env: Env) {
      this.#collector = lazily(() => start(env));
    }

    fetch(request: Request): Promise<Response> {
      return answerFrom(this.#collector, request);
    }
  };
}
