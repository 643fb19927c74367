/**
 * One POST for a whole crowd, so that a visitor's own requests stay legible in DevTools → Network.
 * Every simulated client calls this as its `fetch`; the reports wait for each other, travel as one JSON
 * array with the header `x-demo-crowd: 1`, and each client gets the collector's answer.
 */
type Fetch = (request: Request) => Promise<Response>;

interface Waiting {
  readonly body: string;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

interface Read {
  readonly at: number;
  readonly response: Promise<Response>;
}

export class BatchTransport {
  readonly #fetch: Fetch;
  readonly #maxAgeMs: number;
  readonly #reads = new Map<string, Read>();
  readonly #waiting: Waiting[] = [];
  #expected = 0;
  #url = '';

  /** @param maxAgeMs how long manifest and snapshot may be reused, as an HTTP cache would */
  constructor(fetch: Fetch, maxAgeMs: number) {
    this.#fetch = fetch;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The next batch goes when this many reports are there. One batch at a time. */
  expect(reports: number): void {
    this.#expected = reports;
  }

  async fetch(request: Request, onReport: () => void): Promise<Response> {
    if (request.method === 'GET') return this.#read(request);
    const body = await request.text();
    onReport();
    this.#url = request.url;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, resolve, reject });
      this.#sendWhenComplete();
    });
  }

  /** One client less to wait for. */
  leave(): void {
    this.#expected--;
    this.#sendWhenComplete();
  }

  /** Manifest and snapshot are identical for all visitors: fetched once, then again when they are old. */
  async #read(request: Request): Promise<Response> {
    let read = this.#reads.get(request.url);
    if (!read || performance.now() - read.at > this.#maxAgeMs) {
      read = { at: performance.now(), response: this.#fetch(request) };
      this.#reads.set(request.url, read);
      read.response.catch(() => this.#reads.delete(request.url));
    }
    return (await read.response).clone();
  }

  /** After this, everything is asked for again. */
  forgetReads(): void {
    this.#reads.clear();
  }

  async #sendWhenComplete(): Promise<void> {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#expected) return;
    const batch = this.#waiting.splice(0);
    try {
      const response = await this.#fetch(
        new Request(this.#url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-demo-crowd': '1' },
          body: `[${batch.map(({ body }) => body).join(',')}]`,
        }),
      );
      const text = await response.text();
      for (const { resolve } of batch) {
        resolve(response.ok ? acceptedOne() : refusal(text, response.status));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Ids are fresh random bits, so a batch that was taken was taken whole. */
function acceptedOne(): Response {
  return Response.json({ accepted: 1, duplicate: 0 }, { status: 202 });
}

function refusal(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/problem+json' } });
}
