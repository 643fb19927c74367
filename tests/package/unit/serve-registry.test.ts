// Which definitions a process serves when its store fails in between.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LdpError } from '../../../bindings/ts/internal/errors.js';
import { encodeDefinition } from '../../../bindings/ts/serve/definition.js';
import { Registry } from '../../../bindings/ts/serve/registry.js';
import type { DefinitionStore } from '../../../bindings/ts/server/store.js';
import type { Collector, ExperimentOptions } from '../../../bindings/ts/server/types/index.js';
import { EXPERIMENT } from './serve-support.js';

const labelled = (...labels: string[]) => ({ ...EXPERIMENT, labels });
const FIRST = labelled('a', 'b', 'c');
const SECOND = labelled('d', 'e', 'f');

/** A registry over a store and a collector that fail as told. */
function setup() {
  const texts = new Map<string, string>();
  const serving = new Map<string, ExperimentOptions>();
  const logged: string[] = [];
  const fail: { store: (() => boolean) | null; collector: Error | null } = {
    store: null,
    collector: null,
  };
  const store = {
    definitions: async () => new Map(texts),
    define: async (name: string, expected: string | null, next: string) => {
      if (fail.store !== null) return fail.store();
      if ((texts.get(name) ?? null) !== expected) return false;
      texts.set(name, next);
      return true;
    },
  } as unknown as DefinitionStore;
  const collector = {
    define: async (name: string, options: ExperimentOptions) => {
      if (fail.collector !== null) throw fail.collector;
      serving.set(name, options);
      return { labels: options.labels };
    },
    remove: async (name: string) => {
      serving.delete(name);
    },
    experiments: () => [...serving.keys()],
    archive: async (name: string) => {
      if (fail.collector !== null) throw fail.collector;
      serving.delete(name);
      return Uint8Array.of(7);
    },
    manifest: (name: string) => ({ labels: serving.get(name)?.labels }),
  } as unknown as Collector;
  const log = (_: string, event: string) => logged.push(event);
  const registry = new Registry({ store, collector, shared: {}, log });
  return { registry, texts, serving, logged, fail };
}

const away = () => {
  throw new LdpError('transport', 'The store failed: define.');
};

describe('a definition that the store does not take', () => {
  const failures: [string, () => boolean, RegExp][] = [
    ['because it is away', away, /The store failed/],
    ['because others are faster', () => false, /other operators/],
  ];
  for (const [why, refuse, message] of failures) {
    test(`${why}, is not served here: the experiment goes on as it was`, async () => {
      const { registry, serving, fail } = setup();
      await registry.define('demo', FIRST);
      fail.store = refuse;
      await expect(registry.define('demo', SECOND)).rejects.toThrow(message);
      expect(serving.get('demo')?.labels).toEqual(FIRST.labels);
      expect(registry.entries().get('demo')?.labels).toEqual(FIRST.labels);
      fail.store = null;
      await registry.define('demo', SECOND);
      expect(serving.get('demo')?.labels).toEqual(SECOND.labels);
    });

    test(`${why}, leaves nothing of a new experiment`, async () => {
      const { registry, serving, fail } = setup();
      fail.store = refuse;
      await expect(registry.define('demo', FIRST)).rejects.toThrow(message);
      expect([serving.size, registry.entries().size]).toEqual([0, 0]);
    });
  }
});

describe('a definition that fails here', () => {
  const failing = (error: Error) => {
    const parts = setup();
    parts.texts.set('demo', encodeDefinition({ experiment: FIRST as never }));
    parts.fail.collector = error;
    return parts;
  };

  test('because of the store is tried again, and logged once', async () => {
    const { registry, serving, logged, fail } = failing(new LdpError('store_conflict', 'Busy.'));
    await registry.look();
    await registry.look();
    expect([serving.size, logged]).toEqual([0, ['definition_failed']]);
    fail.collector = null;
    await registry.look();
    expect(serving.get('demo')?.labels).toEqual(FIRST.labels);
  });

  test('because of what it says is tried again once it says something else', async () => {
    const { registry, texts, serving, fail } = failing(new LdpError('invalid_argument', 'No.'));
    await registry.look();
    fail.collector = null;
    await registry.look();
    expect(serving.size).toBe(0);
    texts.set('demo', encodeDefinition({ experiment: SECOND as never }));
    await registry.look();
    expect(serving.get('demo')?.labels).toEqual(SECOND.labels);
  });
});

describe('an experiment with a codebook', () => {
  const contextual = (algorithm: object) => ({
    algorithm: { type: 'ldp-linear-moments', dimension: 5, ...algorithm },
    perReport: { epsilon: 0.2 },
  });
  const LEFT_OUT = contextual({});
  // The defaults of docs/spec/codebook.md, sections 2 and 10.
  const SPELLED_OUT = contextual({ mechanism: 'codebook', codewords: 64, near: 31 });
  const algorithmOf = (text: string | undefined) => JSON.parse(text ?? '').experiment.algorithm;
  const stored = (entry: object) => encodeDefinition({ experiment: entry as never });

  test('is stored with its codewords named, whether they were left out or spelled out', async () => {
    for (const entry of [LEFT_OUT, SPELLED_OUT]) {
      const { registry, texts } = setup();
      await registry.define('demo', entry);
      expect(algorithmOf(texts.get('demo'))).toEqual(SPELLED_OUT.algorithm);
    }
  });

  test('keeps its terms where they are spelled out later, or left out, and serves once', async () => {
    for (const [before, after] of [
      [LEFT_OUT, SPELLED_OUT],
      [SPELLED_OUT, LEFT_OUT],
    ]) {
      const { registry, texts, logged } = setup();
      await registry.define('demo', before);
      const text = texts.get('demo');
      await registry.define('demo', after);
      expect([texts.get('demo') === text, logged]).toEqual([true, ['defined']]);
    }
  });

  test('does not take another number of codewords', async () => {
    const { registry } = setup();
    await registry.define('demo', LEFT_OUT);
    const other = contextual({ codewords: 128 });
    await expect(registry.define('demo', other)).rejects.toThrow(/pinned its algorithm/);
  });

  test('goes on from a text that names no codewords, as programs before this one wrote it', async () => {
    for (const entry of [LEFT_OUT, SPELLED_OUT]) {
      const { registry, texts } = setup();
      texts.set('demo', stored(LEFT_OUT));
      await registry.look();
      await registry.define('demo', entry);
      expect(algorithmOf(texts.get('demo'))).toEqual(SPELLED_OUT.algorithm);
    }
  });

  // A mechanism that was left out was the ball in version 0.1.0.
  test('goes on from a text of version 0.1.0 once the ball is named', async () => {
    const { registry, texts } = setup();
    texts.set('demo', stored(LEFT_OUT));
    const ball = contextual({ mechanism: 'ball' });
    await registry.define('demo', ball);
    expect(texts.get('demo')).toBe(stored(ball));
    await expect(registry.define('demo', LEFT_OUT)).rejects.toThrow(/pinned its algorithm/);
  });

  test('goes on from Newton steps of version 0.1.0 once the ball and joint parts are named', async () => {
    const newton = (more: object) => ({
      ...LEFT_OUT,
      algorithm: { type: 'ldp-glm-newton', dimension: 5, ...more } as never,
    });
    for (const [text, named] of [
      [{}, { mechanism: 'ball', parts: 'joint' }],
      [{ mechanism: 'ball' }, { mechanism: 'ball', parts: 'joint' }],
      [{}, { mechanism: 'ball' }],
    ] as const) {
      const { registry, texts } = setup();
      texts.set('demo', stored(newton(text)));
      await registry.define('demo', newton(named));
      expect(texts.get('demo')).toBe(stored(newton(named)));
    }
    const { registry, texts } = setup();
    texts.set('demo', stored(newton({ parts: 'coin' })));
    await expect(registry.define('demo', newton({ parts: 'joint' }))).rejects.toThrow(
      /pinned its algorithm/,
    );
  });
});

test('an archive that fails leaves the experiment served here, and succeeds when it is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { registry, texts, serving, fail } = setup();
  await registry.define('demo', FIRST);
  const gone = encodeDefinition({ gone: 'archived' });
  const archive = async () => {
    const answer = registry.archive('demo').catch((error: LdpError) => error.code);
    await vi.advanceTimersByTimeAsync(5000);
    return answer;
  };
  fail.collector = new LdpError('transport', 'The store failed: publish.');
  expect(await archive()).toBe('transport');
  await registry.look();
  expect([texts.get('demo'), serving.size]).toEqual([gone, 1]);
  fail.collector = null;
  expect(await archive()).toEqual(Uint8Array.of(7));
  expect([texts.get('demo'), serving.size]).toEqual([gone, 0]);
});
