import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { bundle, startWorkerd } from './workerd.js';

test('x', async () => {
  const f = mkdtempSync('/tmp/edge-');
  const b = bundle(join(import.meta.dirname, 'wrangler.toml'), f);
  for (const door of ['collector', 'isolate'])
    for (const shards of ['1', '4']) {
      const w = await startWorkerd(b, join(f, 'disk' + door + shards), { SHARDS: shards });
      const N = 4000;
      let next = 0;
      const statuses: Record<string, number> = {};
      const times: number[] = [];
      await fetch(`${w.base}/${door}/demo/snapshot`);
      const t0 = performance.now();
      await Promise.all(
        Array.from({ length: 64 }, async () => {
          while (next < N) {
            const i = next++;
            const id = Buffer.alloc(16);
            id.writeUInt32BE(i, 12);
            id.writeUInt32BE((i * 2654435761) >>> 0, 4);
            const begin = performance.now();
            const r = await fetch(`${w.base}/${door}/demo/reports`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: `{"v":1,"id":"${id.toString('base64url')}","snapshot":1,"arm":0,"level":0,"bit":1}`,
              signal: AbortSignal.timeout(8000),
            }).catch((e) => ({ status: e.name, text: async () => '' }));
            times.push(performance.now() - begin);
            const t = await r.text();
            statuses[r.status + ' ' + (r.status === 202 ? '' : t.slice(0, 90))] =
              (statuses[r.status + ' ' + (r.status === 202 ? '' : t.slice(0, 90))] ?? 0) + 1;
          }
        }),
      );
      const s = (performance.now() - t0) / 1000;
      times.sort((a, b) => a - b);
      console.log(
        door,
        shards,
        (N / s).toFixed(0),
        times[(N * 0.5) | 0]!.toFixed(1),
        times[(N * 0.99) | 0]!.toFixed(1),
        statuses,
      );
      await w.kill();
    }
}, 120000);
