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

export class BatchTransport {
  readonly #fetch: Fetch;
  readonly #reads = new Map<string, Promise<Response>>();
  readonly #waiting: Waiting[] = [];
  #expected: number;
  #url = '';

  constructor(fetch: Fetch, expected: number) {
    this.#fetch = fetch;
    this.#expected = expected;
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

  /** Manifest and snapshot are the same for everybody: asked for once per batch. */
  async #read(request: Request): Promise<Response> {
    const known = this.#reads.get(request.url) ?? this.#fetch(request);
    this.#reads.set(request.url, known);
    return (await known).clone();
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
