// Decisions that later pages of the site may answer, or show again: their public fields in web
// storage, by experiment and key. Never noise: noise on the disk beside the report would give the
// answer away.
import { toJson } from '../internal/json.js';
import type { Kept } from './decision.js';

const PREFIX = 'ldp-bandits-kept:';
/** What web storage does not take (it is full, blocked or missing): this page knows it, later ones do not. */
const memory = new Map<string, string>();

export class KeptDecisions {
  readonly #prefix: string;
  readonly #storage: Storage | undefined;

  /** `address`: that of the experiment. */
  constructor(address: string, lifetime: 'session' | 'profile') {
    this.#prefix = `${PREFIX}${address}:`;
    this.#storage = storageOf(lifetime);
  }

  set(key: string, kept: Kept): void {
    const name = this.#prefix + key;
    const text = toJson(kept);
    memory.set(name, text);
    try {
      if (!this.#storage) return;
      this.#storage.setItem(name, text);
      memory.delete(name);
    } catch {
      // Full or blocked.
    }
  }

  /** Undefined once its time is over. */
  get(key: string): Kept | undefined {
    const name = this.#prefix + key;
    try {
      const text = memory.get(name) ?? this.#storage?.getItem(name);
      const kept = JSON.parse(text ?? 'null') as Kept | null;
      if (kept && Date.now() <= kept.until) return kept;
      this.#storage?.removeItem(name);
    } catch {
      // Blocked, or not ours.
    }
    memory.delete(name);
    return undefined;
  }
}

function storageOf(lifetime: 'session' | 'profile'): Storage | undefined {
  try {
    const { localStorage, sessionStorage } = globalThis as Partial<typeof globalThis>;
    return lifetime === 'session' ? sessionStorage : localStorage;
  } catch {
    return undefined; // blocked
  }
}
