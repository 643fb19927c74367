// The events of a bandit, and its errors once more for `onError`: a page that listens to nothing still
// learns what goes wrong.
import type { LdpError } from '../internal/errors.js';
import { EventHub } from './events.js';
import { explained, isExplainable } from './explained.js';
import type { BanditEvent } from './types.js';

interface Wipeable {
  onWipe(listener: OnError): () => void;
}
type OnError = (error: LdpError) => void;

/** What this page has been warned of. */
const warned = new Set<string>();

export class LoudHub extends EventHub<BanditEvent> {
  readonly #onError: OnError | undefined;
  /** An error that stands for a state, such as a ledger that is gone, comes up again and again. */
  readonly #told = new WeakSet<LdpError>();

  readonly #stops: (() => void)[] = [];

  constructor(onError?: OnError) {
    super();
    this.#onError = onError;
  }

  /** Tells at once when the storage under one of these is cleared. */
  watch(stores: readonly object[]): void {
    for (const store of new Set(stores) as Set<Partial<Wipeable>>) {
      const stop = store.onWipe?.((error) => this.emit({ type: 'error', error }));
      if (stop) this.#stops.push(stop);
    }
  }

  override end(): void {
    for (const stop of this.#stops) stop();
    super.end();
  }

  override emit(event: BanditEvent): void {
    if (event.type !== 'error') {
      super.emit(event);
      return;
    }
    const { error } = event;
    if (this.#told.has(error)) return;
    this.#told.add(error);
    if (isExplainable(error)) void explained(error).then((words) => this.#tell(words));
    else this.#tell(error);
  }

  #tell(error: LdpError): void {
    super.emit({ type: 'error', error });
    tell(error, this.#onError);
  }
}

/** Sending does not depend on what a page does with its errors. */
export function tell(error: LdpError, onError: OnError = warnOnce): void {
  try {
    onError(error);
  } catch {
    // The page's own affair.
  }
}

function warnOnce({ code, message, details }: LdpError): void {
  const key = `${code} ${details['cause'] ?? details['problem'] ?? ''}`;
  if (warned.has(key)) return;
  warned.add(key);
  console.warn(`ldp-bandits: ${message} [${code}]`);
}
