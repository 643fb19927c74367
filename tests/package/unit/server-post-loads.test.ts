// A POST loads no saved state: what its reports may be about is known since the snapshot was published or read.
import { describe, expect, test, vi } from 'vitest';
import type { CollectorOptions } from '../../../bindings/ts/server/index.js';
import { createCollector, memoryStore } from '../../../bindings/ts/server/index.js';
import { Learner } from '../../../bindings/ts/server/learner.js';
import {
  answer,
  EXPERIMENTS,
  NAMES,
  type Slate,
  slateSnapshotOf,
} from './server-combinatorial-support.js';
import { post } from './server-support.js';

describe.each(NAMES)('a report of slates (%s)', (name) => {
  const options = (store = memoryStore()) =>
    ({
      experiments: { [name]: EXPERIMENTS[name] },
      publishEvery: { reports: 1000 },
      store,
    }) as unknown as CollectorOptions;

  test('is accepted, or refused for its arms, without a state being loaded', async () => {
    await using collector = await createCollector(options());
    const { slates } = await slateSnapshotOf(collector, name);
    const load = vi.spyOn(Learner.prototype, 'load');
    for (const slate of slates.slice(0, 20)) {
      expect((await collector.fetch(post(answer(name, slate), name))).status).toBe(202);
    }
    const shown = new Set(slates.flatMap(({ arms, reported }) => reported ?? arms));
    const arms = Array.from({ length: 6 }, (_, arm) => arm).filter((arm) => !shown.has(arm));
    for (const arm of arms) {
      const other = { arms: [arm], reported: arm } as unknown as Slate;
      expect((await collector.fetch(post(answer(name, other), name))).status).toBe(400);
    }
    expect(load).not.toHaveBeenCalled();
    load.mockRestore();
  });

  test('is judged the same by a collector that begins over the same store', async () => {
    const store = memoryStore();
    await using first = await createCollector(options(store));
    const { slates } = await slateSnapshotOf(first, name);
    await using second = await createCollector(options(store));
    const body = answer(name, slates[0] as Slate);
    expect((await second.fetch(post(body, name))).status).toBe(202);
    const wrong = answer(name, { arms: [5_000], reported: 5_000 } as unknown as Slate);
    expect((await second.fetch(post(wrong, name))).status).toBe(400);
  });
});
