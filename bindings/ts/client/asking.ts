// A page whose collector has not answered asks again: with growing pauses, and when the device is online or the page is
// looked at again.
import { LdpError } from '../internal/errors.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of what a collector asks for. */
const LONGEST_ASKED_MS = 300_000;

/** What an {@link Asking} does, and tells. */
interface Host {
  /** Asks, and takes into use what the collector gives. */
  ask(): Promise<void>;
  /** Whether a failure is final: then nothing more is asked. */
  isFinal(error: unknown): boolean;
  failed(error: LdpError): void;
}

export class Asking {
  readonly #host: Host;
  readonly #over = new AbortController();
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /** What was told last: a collector that stays down is told once. */
  #told = '';

  /** `first`: what was asked already. */
  constructor(host: Host, first: Promise<void>) {
    this.#host = host;
    this.#follow(first).catch(() => {});
    const { signal } = this.#over;
    const { document } = globalThis as { document?: Document };
    const again = () => {
      this.#pauseMs = FIRST_PAUSE_MS;
      if (document?.visibilityState !== 'hidden') this.now().catch(() => {});
    };
    globalThis.addEventListener?.('online', again, { signal });
    document?.addEventListener?.('visibilitychange', again, { signal });
  }

  /** One request for all that wait for it. Rejects as it does. */
  now(): Promise<void> {
    return this.#running ?? this.#follow(this.#host.ask());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#over.abort();
  }

  #follow(asked: Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = asked.then(
      () => this.stop(),
      (error: unknown) => {
        this.#running = undefined;
        if (this.#over.signal.aborted) throw error;
        this.#tell(error);
        if (this.#host.isFinal(error)) this.stop();
        else this.#wait(error);
        throw error;
      },
    );
    return this.#running;
  }

  #tell(error: unknown): void {
    if (!LdpError.is(error)) return;
    const { cause, status, problem } = error.details;
    const said = [error.code, cause, status, problem].join();
    if (said !== this.#told) this.#host.failed(error);
    this.#told = said;
  }

  #wait(error: unknown): void {
    const asked = LdpError.is(error) ? Number(error.details['retryAfterMs'] ?? 0) : 0;
    const pauseMs = Math.min(Math.max(this.#pauseMs, asked), LONGEST_ASKED_MS);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => this.now().catch(() => {}), pauseMs);
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
