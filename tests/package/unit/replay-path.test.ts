// A replay learns what the public path learns: from the same seed the same decisions, the same reports byte by byte,
// and the same snapshots, with a collector and its store in between.
import { replayable } from 'ldp-bandits/replay';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import type { Drawn } from '../../../bindings/ts/client/core.js';
import { completeAlgorithm } from '../../../bindings/ts/replay/algorithm.js';
import { openDevice } from '../../../bindings/ts/replay/device.js';
import { Path } from '../../../bindings/ts/replay/path.js';
import { SeededStream } from '../../../bindings/ts/replay/stream.js';
import { AT_ONCE } from './server-support.js';

const EPSILON = 2;
const VISITS = 60;
const stream = () => new SeededStream('replay-path.test');
type Device = Parameters<typeof openDevice>[0];

/** What every visitor brings, and gives: every third one goes away unanswered, as in a log that does not agree. */
const contextOf = (visit: number) => [
  {
    rows: 3,
    columns: 2,
    data: Float64Array.from({ length: 6 }, (_, i) => Math.sin(visit + i) / 2),
  },
];
function feedbackOf({ action }: Drawn, visit: number): number | Float64Array {
  const one = (arm: number) => ((arm * 7 + visit * 3) % 5) / 4;
  return typeof action === 'number' ? one(action) : Float64Array.from(action as Uint32Array, one);
}
const isAnswered = (visit: number) => visit % 3 !== 2;

interface Played {
  readonly actions: unknown[];
  readonly reports: string[];
  readonly snapshots: string[];
}
const nothing = (): Played => ({ actions: [], reports: [], snapshots: [] });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function throughReplay(algorithm: { type: string }, device: Device): Promise<Played> {
  const played = nothing();
  using path = await Path.open(
    {
      algorithm,
      epsilon: EPSILON,
      every: 1,
      watch: (what, bytes) => played[`${what}s`].push(textOf(bytes)),
    },
    stream(),
  );
  for (let visit = 0; visit < VISITS; visit += 1) {
    const drawn = path.visit(...(device === 'contextual' ? contextOf(visit) : []));
    played.actions.push(drawn.action);
    if (isAnswered(visit)) path.answer(drawn, feedbackOf(drawn, visit));
  }
  return played;
}

async function throughCollector(algorithm: { type: string }, device: Device): Promise<Played> {
  const played = nothing();
  await using collector = await createCollector({
    experiments: {
      replay: { algorithm: algorithm as never, perReport: { epsilon: EPSILON }, timing: AT_ONCE },
    },
    store: memoryStore(),
    publishEvery: { reports: 1 },
  });
  const ask = (path: string, init?: RequestInit) =>
    collector.fetch(new Request(`https://collector.invalid/replay${path}`, init));
  const manifest = await (await ask('')).json();
  const pinned = {
    experiment: 'replay',
    algorithm: manifest.algorithm,
    epsilon: EPSILON,
    delta: manifest.perReport.delta,
  };
  const core = await openDevice(device, pinned, stream());
  const follow = async () => {
    const text = await (await ask('/snapshot')).text();
    played.snapshots.push(text);
    core.use(JSON.parse(text));
  };
  await follow();
  for (let visit = 0; visit < VISITS; visit += 1) {
    const drawn = core.choose(device === 'contextual' ? contextOf(visit) : [], 0);
    played.actions.push(drawn.action);
    if (!isAnswered(visit)) continue;
    const body = core.report(drawn.sealed, core.read(feedbackOf(drawn, visit), drawn));
    played.reports.push(body);
    const response = await ask('/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(202);
    await follow();
  }
  core.dispose();
  return played;
}

const KINDS = [
  ['arms', 'multi-armed', { arms: 3, epsilonMin: EPSILON }],
  ['slates', 'combinatorial', { set: { type: 'top-k', arms: 5, choose: 2 }, horizon: VISITS }],
  ['contexts', 'contextual', { dimension: 2, norm: 1, horizon: VISITS }],
] as const;

describe.each(KINDS)('of %s', (kind, device, known) => {
  test.each(replayable(kind))('%s', async (type) => {
    const algorithm = completeAlgorithm({ type }, known);
    const direct = await throughReplay(algorithm, device);
    expect(direct.reports.length).toBe((2 * VISITS) / 3);
    expect(await throughCollector(algorithm, device)).toEqual(direct);
  });
});
