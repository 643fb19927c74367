/**
 * `fetch` over a MessagePort: the crowd's Worker asks, the page answers with its own connection. So the
 * crowd reaches the collector wherever it runs, also inside the page, where no Worker could.
 */
interface Ask {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}
type Answer =
  | {
      readonly id: number;
      readonly status: number;
      readonly headers: [string, string][];
      readonly body: ArrayBuffer;
    }
  | { readonly id: number; readonly error: string };

/** The Worker's side. */
export function portFetch(port: MessagePort): (request: Request) => Promise<Response> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return async (request) => {
    const id = ++last;
    const body = request.method === 'GET' ? null : await request.arrayBuffer();
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      const ask: Ask = {
        id,
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        body,
      };
      port.postMessage(ask);
    });
    if ('error' in answer) throw new TypeError(answer.error);
    const bare = answer.status === 204 || answer.status === 304;
    return new Response(bare ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** The page's side. */
export function servePort(port: MessagePort, fetch: (request: Request) => Promise<Response>): void {
  port.onmessage = async ({ data }: MessageEvent<Ask>) => {
    const { id, url, method, headers, body } = data;
    try {
      const response = await fetch(new Request(url, { method, headers, body }));
      const answer: Answer = {
        id,
        status: response.status,
        headers: [...response.headers],
        body: await response.arrayBuffer(),
      };
      port.postMessage(answer);
    } catch (error) {
      const answer: Answer = { id, error: error instanceof Error ? error.message : String(error) };
      port.postMessage(answer);
    }
  };
}
