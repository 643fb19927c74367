// Reports as they come off the wire, and requests around them. The bytes are written by hand here,
// so that the server is tested against the format and not against its own encoder.
import {
  type Collector,
  type CollectorOptions,
  createCollector,
  memoryStore,
} from 'ldp-bandits/server';

export const ORIGIN = 'https://collector.example';

/** A report id: 16 bytes, the last four of them `n`, in base64url. */
export function reportId(n: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(n, 12);
  return bytes.toString('base64url');
}

export interface ReportFields {
  readonly id?: string;
  readonly snapshot?: number;
  readonly arm?: number;
  readonly level?: number;
  readonly bit?: number;
}

let counter = 0;

export function report(fields: ReportFields = {}): string {
  const { id = reportId(++counter), snapshot = 1, arm = 0, level = 0, bit = 1 } = fields;
  return `{"v":1,"id":"${id}","snapshot":${snapshot},"arm":${arm},"level":${level},"bit":${bit}}`;
}

export function post(body: BodyInit, experiment = 'demo', headers: Record<string, string> = {}) {
  return new Request(`${ORIGIN}/${experiment}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

export function get(path: string, headers: Record<string, string> = {}) {
  return new Request(`${ORIGIN}${path}`, { headers });
}

/** No times: reports arrive at once, and snapshots may follow each other without a pause. */
export const AT_ONCE = {
  responseWindowMs: 0,
  maxDelayMs: 0,
  snapshotAgeMs: 0,
  slackMs: 0,
} as const;

/** The same experiments without times, except where they state their own. */
export function atOnce(experiments: CollectorOptions['experiments']): typeof experiments {
  return Object.fromEntries(
    Object.entries(experiments).map(([name, options]) => [name, { timing: AT_ONCE, ...options }]),
  );
}

export const EXPERIMENTS = {
  demo: {
    algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
    perReport: { epsilon: 1 },
    labels: ['city', 'sea', 'forest'],
  },
} as const satisfies CollectorOptions['experiments'];

/**
 * A collector whose experiments have no times, except where they state their own, and which takes lists of
 * reports. It sees at once what others publish.
 */
export function collectorOver({
  experiments = EXPERIMENTS,
  ...options
}: Partial<CollectorOptions> = {}): Promise<Collector> {
  const maxReportsPerBody = 10_000;
  return createCollector({
    experiments: atOnce(experiments),
    store: memoryStore(),
    maxReportsPerBody,
    lookEveryMs: 0,
    ...options,
  });
}

export interface SnapshotBody {
  readonly snapshot: number;
  readonly reports: number;
  readonly mean: (number | null)[];
  readonly width: (number | null)[];
  readonly forced: number | null;
  readonly scale: number;
  readonly tilt?: number[];
  readonly weights?: number[];
  readonly incumbent?: number;
}

/** Of an experiment of best arms. */
export interface BestSnapshotBody extends SnapshotBody {
  readonly weights: number[];
  readonly best: {
    readonly answer: number | null;
    readonly certified: boolean;
    readonly error: number;
    readonly lower: readonly number[];
    readonly upper: readonly number[];
    readonly left: readonly number[];
  };
  readonly ended?: true;
  readonly keep?: number;
  readonly forgeries: number | null;
}

export async function snapshotOf<Body = SnapshotBody>(
  collector: Collector,
  experiment = 'demo',
): Promise<Body> {
  const response = await collector.fetch(get(`/${experiment}/snapshot`));
  return (await response.json()) as Body;
}
