// A state of version 1, the format of release 0.1.0, after 40 reports. Its learner was saved by the build that introduced
// version 2, in the envelope of version 1.
import { readFileSync } from 'node:fs';
import { type AggregateStore, createCollector } from 'ldp-bandits/server';
import { expect } from 'vitest';

const file = new URL('state-0.1.0.json', import.meta.url);
const ORIGIN = 'https://collector.example';

/** Puts the state into `store`, and asks a collector for its snapshot and for one more report. */
export async function opensStateOf010(store: AggregateStore): Promise<void> {
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  const { snapshot, open, folded, served } = saved;
  const state = Uint8Array.from(Buffer.from(saved.state, 'base64'));
  expect([...state.subarray(0, 5)]).toEqual([...Buffer.from('LDPC'), 1]);
  await store.publish('demo', null, { snapshot, open, folded, revision: '', state });
  const algorithm = { type: 'weighted-ldp-ucb', arms: 3 } as const;
  const demo = { algorithm, perReport: { epsilon: 1 }, labels: ['city', 'sea', 'forest'] };
  await using collector = await createCollector({ experiments: { demo }, store });
  const answer = await collector.fetch(new Request(`${ORIGIN}/demo/snapshot`));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject(served);
  const id = Buffer.alloc(16, 7).toString('base64url');
  const body = `{"v":1,"id":"${id}","snapshot":${snapshot},"arm":${saved.arm},"level":0,"bit":1}`;
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${ORIGIN}/demo/reports`, { method: 'POST', headers, body });
  expect((await collector.fetch(request)).status).toBe(202);
  expect((await store.read({ experiment: 'demo', snapshot }))?.reports).toBe(1n);
}
