// A real collector of Node behind a socket of its own, thus of another origin than the pages. It notes when each
// report arrived, its bytes, and what the collector answered.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const kExperiment = 'visits';
export const kAlgorithm = { type: 'weighted-ldp-ucb', arms: 3 } as const;
/** A bit with this much privacy loss is the answer, but for one report in nine million. */
export const kEpsilon = 16;

/** Longer than any page of the harness waits; reports that come late are counted as late, not as lost. */
const kTiming = { responseWindowMs: 60_000, maxDelayMs: 60_000, slackMs: 600_000 };

export interface Arrived {
  /** When the last byte was there, in ms since 1970. */
  readonly at: number;
  readonly body: string;
  readonly id: string;
  readonly bit: number;
  /** Whether the collector counted it; undefined while it has not answered. */
  counted?: boolean;
  status?: number;
}

export interface Harbour {
  /** Base address of the collector. */
  readonly endpoint: string;
  /** The same, for a server that mounts it: of a request whose path begins below the mount. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ids that have arrived, each once. */
  ids(): readonly string[];
  /** Reports that the collector has counted. */
  counted(): number;
  /** Every report, oldest first, repetitions too. */
  readonly arrived: readonly Arrived[];
  /** Resolves with the first truthy value of `read`, which is called after every arrival. */
  until<T>(read: () => T, what: string, timeoutMs: number): Promise<NonNullable<T>>;
  close(): Promise<void>;
}

/** What a request is for. */
export type Kind = 'manifest' | 'snapshot' | 'report';

const kindOf = (path: string): Kind =>
  path.endsWith('/reports') ? 'report' : path.endsWith('/snapshot') ? 'snapshot' : 'manifest';

export interface HarbourOptions {
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
  /** Folder of the package's build; its server half is the collector. */
  readonly dist: string;
  /** Cost of one report. */
  readonly epsilon?: number;
  readonly algorithm?: import('ldp-bandits/server').AlgorithmSpec;
  /** Where a site mounts the listener, for redirects. */
  readonly mount?: string;
  /** Added to the answer to a request, which is `manifest`, `snapshot` or `report`. */
  readonly headers?: (kind: Kind) => Readonly<Record<string, string>>;
  /** Headers of a redirect to the same address with a query, in place of the answer. */
  readonly redirects?: (kind: Kind) => Readonly<Record<string, string>> | undefined;
}

type Collector = import('ldp-bandits/server').Collector;
type Server = typeof import('ldp-bandits/server');

/** A collector of one experiment that never publishes, so that no report can be stale. */
export async function createVisitsCollector(options: HarbourOptions): Promise<Collector> {
  const file = pathToFileURL(join(options.dist, 'server/index.js')).href;
  const { createCollector, memoryStore } = (await import(/* @vite-ignore */ file)) as Server;
  const { algorithm = kAlgorithm, epsilon = kEpsilon } = options;
  const plain = { algorithm, perReport: { epsilon } };
  const create = (experiment: typeof plain) =>
    createCollector({
      // `busy` is for the second tab: its reports are no visits.
      experiments: { [kExperiment]: experiment, busy: experiment },
      store: memoryStore(),
      cors: options.origins,
      publishEvery: { reports: Number.MAX_SAFE_INTEGER },
    });
  // The negative control, 0.1.0, knows no times.
  return create({ ...plain, timing: kTiming } as typeof plain).catch(() => create(plain));
}

export async function openHarbour(options: HarbourOptions): Promise<Harbour> {
  const collector = await createVisitsCollector(options);
  const arrived: Arrived[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const at = Date.now();
    const { headers, redirects } = options;
    // As a collector of an older version: a page then asks for all three kinds.
    const url = (request.url ?? '').replace(headers || redirects ? '?snapshot' : '', '');
    const kind = kindOf(url.replace(/\?.*/, ''));
    const redirect = redirects?.(kind);
    if (redirect && !url.includes('?')) {
      const location = `${options.mount ?? ''}${url}?again`;
      response.writeHead(302, { location, 'cache-control': 'no-store', ...redirect }).end();
      return;
    }
    const report =
      request.method === 'POST' && url.startsWith(`/${kExperiment}/`)
        ? note(body.toString(), at)
        : undefined;
    if (report) {
      arrived.push(report);
      wake();
    }
    const answered = await collector.fetch(
      new Request(`http://${request.headers.host}${url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ...(body.length > 0 ? { body } : {}),
      }),
    );
    const bytes = Buffer.from(await answered.arrayBuffer());
    if (report) {
      report.status = answered.status;
      report.counted =
        answered.status === 202 &&
        (JSON.parse(bytes.toString()) as { accepted: number }).accepted === 1;
    }
    response
      .writeHead(answered.status, {
        ...Object.fromEntries(answered.headers),
        ...headers?.(kind),
      })
      .end(bytes);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener,
    ids: () => [...new Set(arrived.map(({ id }) => id))],
    counted: () => arrived.filter(({ counted }) => counted).length,
    arrived,
    until: (read, what, timeoutMs) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = () => {
          const value = read();
          if (!value) return;
          end();
          resolve(value);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`Waited ${timeoutMs} ms in vain for: ${what}`));
        }, timeoutMs);
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await collector[Symbol.asyncDispose]();
    },
  };
}

function note(body: string, at: number): Arrived {
  try {
    const { id, bit } = JSON.parse(body) as { id: string; bit: number };
    return { at, body, id, bit };
  } catch {
    return { at, body, id: '', bit: -1 };
  }
}
