import { createSimulator, LdpError, type SimulationEvent } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { quickest } from './pool-support.js';
import { endless, reasonOf, spec, useSimulator } from './simulation-support.js';

const simulator = useSimulator();

describe('progress', () => {
  test('counts up to the total and ends with the complete curves', async () => {
    const events: SimulationEvent[] = [];
    const run = simulator.run(spec);
    for await (const event of run) events.push(event);
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.at(-1)).toEqual({
      type: 'progress',
      done: 50_000,
      total: 50_000,
      finished: 25,
      trials: 25,
      etaMs: 0,
    });
    progress.reduce((last, { done }) => {
      expect(done).toBeGreaterThanOrEqual(last);
      return done;
    }, 0);
    const curves = events.filter((event) => event.type === 'curves');
    expect(curves.at(-1)?.result).toBe(await run.result);
  });

  test('is coalesced: a reader that was away finds one event of each kind', async () => {
    const run = simulator.run({ ...spec, horizon: 200_000 });
    const events = run[Symbol.asyncIterator]();
    await run.result;
    const seen: string[] = [];
    for (let next = await events.next(); !next.done; next = await events.next())
      seen.push(next.value.type);
    expect(seen.sort()).toEqual(['curves', 'progress']);
  });

  test('lets the event loop turn between slices of about 12 ms', async () => {
    const run = simulator.run(endless);
    const gaps: number[] = [];
    for (let last = performance.now(); gaps.length < 40; ) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }
    await run[Symbol.asyncDispose]();
    // The median: the slices that a busy machine interrupts are longer by what it does meanwhile.
    gaps.sort((a, b) => a - b);
    expect(gaps[20]).toBeLessThan(50);
  });
});

describe('a run stops within 50 ms', () => {
  test('on abort; the result and the loop reject with the reason of the signal', async () => {
    const took = await quickest(5, async () => {
      const controller = new AbortController();
      const run = simulator.run(endless, { signal: controller.signal });
      const loop = (async () => {
        for await (const event of run) void event;
      })();
      await new Promise((resolve) => setTimeout(resolve, 60));
      const reason = new Error('changed my mind');
      const start = performance.now();
      controller.abort(reason);
      expect(await reasonOf(run.result)).toBe(reason);
      const end = performance.now();
      expect(await reasonOf(loop)).toBe(reason);
      return end - start;
    });
    expect(took).toBeLessThan(50);
  });

  test('on break; what was known stays, marked partial', async () => {
    const took = await quickest(5, async () => {
      const run = simulator.run(endless);
      let start = 0;
      for await (const event of run) {
        if (event.type !== 'curves') continue;
        expect(event.result.partial).toBe(true);
        start = performance.now();
        break;
      }
      expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });
      const end = performance.now();
      expect(run.latest?.partial).toBe(true);
      const known = run.latest?.curves.find(({ t }) => t.length > 0);
      expect(known?.t.at(-1)).toBeLessThan(endless.horizon);
      return end - start;
    });
    expect(took).toBeLessThan(50);
  });

  test('on dispose of the run, and of the simulator with all its runs', async () => {
    const run = simulator.run(endless);
    await run[Symbol.asyncDispose]();
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });

    const took = await quickest(5, async () => {
      const other = await createSimulator();
      const runs = [other.run(endless), other.run(endless)];
      const start = performance.now();
      await other[Symbol.asyncDispose]();
      const end = performance.now();
      for (const { result } of runs) {
        expect(LdpError.is(await reasonOf(result), 'disposed')).toBe(true);
      }
      expect(() => other.run(spec)).toThrow(expect.objectContaining({ code: 'disposed' }));
      return end - start;
    });
    expect(took).toBeLessThan(50);
  });

  test('before it starts, if the signal was aborted already', async () => {
    const reason = new Error('never');
    expect(await reasonOf(simulator.run(spec, { signal: AbortSignal.abort(reason) }).result)).toBe(
      reason,
    );
    expect(await reasonOf(createSimulator({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  });
});

describe('bad arguments', () => {
  test('a spec outside the limits is refused before anything runs', () => {
    const bad = { ...spec, horizon: -1 };
    expect(() => simulator.run(bad)).toThrow(
      expect.objectContaining({
        code: 'spec_invalid',
        details: expect.objectContaining({ parameter: 'horizon' }),
      }),
    );
  });

  test('bytes that are no wasm', async () => {
    const reason = await reasonOf(createSimulator({ wasm: new Uint8Array(8) }));
    expect(reason).toMatchObject({ code: 'wasm_not_found' });
  });
});
