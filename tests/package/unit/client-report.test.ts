// What a page can show: reports, traces, events, and what a loss means.
import { describe, expect, test } from 'vitest';
import {
  open,
  parse,
  queued,
  record,
  ScriptedCollector,
  settle,
  traced,
  types,
} from './client-support.js';

describe('a report', () => {
  test('lists exactly the fields of its body, and only the bit is randomized', async () => {
    const bandit = await open(new ScriptedCollector());
    const outcome = queued(await bandit.choose().reward(1));
    const { report } = outcome;
    const shown = Object.fromEntries(report.fields.map(({ name, value }) => [name, value]));
    expect(shown).toEqual(parse(report.body));
    expect(report.fields.map(({ name, visibility }) => [name, visibility])).toEqual([
      ['v', 'public'],
      ['id', 'public'],
      ['snapshot', 'public'],
      ['arm', 'public'],
      ['level', 'public'],
      ['bit', 'randomized'],
    ]);
    expect(outcome).not.toHaveProperty('trace');
  });

  test('of he-ldp-ucb-laplace carries one noisy integer', async () => {
    const collector = new ScriptedCollector();
    const algorithm = { type: 'he-ldp-ucb-laplace', arms: 3, epsilonMin: 1 } as const;
    collector.manifest = { ...(collector.manifest as object), algorithm };
    const bandit = await open(collector, { algorithm: algorithm as never, inspect: true });
    const outcome = traced(await bandit.choose().reward(0.5));
    const last = outcome.report.fields.at(-1);
    expect(last).toMatchObject({ name: 'noisy', visibility: 'randomized' });
    // 0.5 is 512 steps of 1/1024 exactly, so no rounding hides the noise.
    expect(last?.value).toBe(512 + (outcome.trace.noise as number) * 1024);
  });
});

describe('the private trace', () => {
  test('explains the bit: it is set exactly if the coin is below the threshold of the reward', async () => {
    const bandit = await open(new ScriptedCollector(), {
      inspect: true,
      privacy: { epsilon: 1, epsilonTotal: 1_000 },
    });
    for (let i = 0; i < 200; i++) {
      const feedback = i % 3 ? (i % 7) / 6 : i % 2;
      const outcome = traced(await bandit.choose().reward(feedback));
      const { input, noise } = outcome.trace;
      expect(input).toBe(feedback);
      const low = 1 / (1 + Math.E);
      const threshold = low + (1 - 2 * low) * feedback;
      expect(parse(outcome.report.body).bit).toBe((noise as number) < threshold ? 1 : 0);
    }
  });

  test('cannot be serialised, not even as part of the outcome', async () => {
    const bandit = await open(new ScriptedCollector(), { inspect: true });
    const outcome = await bandit.choose().reward(1);
    expect(() => JSON.stringify(outcome)).toThrow(TypeError);
    expect(() => structuredClone(outcome)).toThrow();
  });
});

describe('events', () => {
  test('tell the life of a report in order', async () => {
    const bandit = await open(new ScriptedCollector());
    const events = record(bandit);
    const outcome = await bandit.choose().reward(1);
    await bandit.flush();
    await bandit.refresh();
    await settle();
    expect(types(events)).toEqual(['queued', 'queued', 'sent', 'snapshot']);
    if (outcome.status !== 'queued') throw new Error('withheld');
    const { id, body } = outcome.report;
    expect(events).toMatchObject([
      { answered: false, report: { id } },
      { answered: true, report: { id } },
      { ids: [id], bytes: body.byteLength },
      {},
    ]);
  });

  test('reach every reader, from its own start to dispose, abort or break', async () => {
    const bandit = await open(new ScriptedCollector());
    const controller = new AbortController();
    const early = record(bandit);
    const broken = bandit.events();
    const aborted = bandit.events({ signal: controller.signal });
    await bandit.choose().reward(1);
    for await (const _ of broken) break;
    controller.abort();
    let afterAbort = 0;
    for await (const _ of aborted) afterAbort++;
    const late = record(bandit);
    await bandit.refresh();
    await bandit.flush();
    await bandit[Symbol.asyncDispose]();
    await settle();
    expect(types(early)).toEqual(['queued', 'queued', 'snapshot', 'sent']);
    expect(types(late)).toEqual(['snapshot', 'sent']);
    expect(afterAbort).toBe(2);
    for await (const event of bandit.events()) expect.unreachable(event.type);
  });

  test('without a reader are bounded', async () => {
    const bandit = await open(new ScriptedCollector(), {
      privacy: { epsilon: 1, epsilonTotal: 2_000 },
    });
    const reader = bandit.events();
    for (let i = 0; i < 1_500; i++) bandit.choose();
    await bandit[Symbol.asyncDispose]();
    let kept = 0;
    for await (const _ of reader) kept++;
    expect(kept).toBe(1_000);
  });
});
