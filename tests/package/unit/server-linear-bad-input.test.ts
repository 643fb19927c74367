// Everything that may be wrong with a contextual experiment or a noisy vector: the refusal names it,
// and nothing changes.
import { type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { badArgument } from './refusals.js';
import {
  dataOf,
  type LinearName,
  linearCollectorOver,
  linearSnapshotOf,
  NAMES,
  PARTS,
  vector,
} from './server-linear-support.js';
import { collectorOver, post, report, reportId } from './server-support.js';

const SECRET = 'c0ffee';
const utf8 = (text: string) => new TextEncoder().encode(text);

function badBodies(name: LinearName): readonly (readonly [string, BodyInit])[] {
  const good = vector(name, { id: reportId(1) });
  const [, length, bytes] = PARTS[name][0] as (typeof PARTS)[LinearName][number];
  const data = /"data":"([^"]*)"/.exec(good)?.[1] ?? '';
  const withData = (text: string) => good.replace(data, text);
  const lowest = [-(2 ** (8 * bytes - 1)), ...Array(length - 1).fill(0)];
  return [
    ['no body', ''],
    ['text', SECRET],
    ['an empty array', '[]'],
    ['an array of arrays', `[[${good}]]`],
    ['an array that is not closed', `[${good}`],
    ['two objects', good + good],
    ['a space at the end', `${good} `],
    ['spaces inside', good.replaceAll(',', ', ')],
    ['a key too many', good.replace('}', `,"user":"${SECRET}"}`)],
    ['the arm', good.replace(',"data"', ',"arm":1,"data"')],
    ['a report without its end', utf8(good).subarray(0, good.length - 1)],
    ['zeros', new Uint8Array(300)],
    ['the report of another family', report()],
    ['an unknown part', good.replace(/"part":"[a-z]+",|(?="data")/, '"part":"weights",')],
    ['a number too few', withData(dataOf(Array(length - 1).fill(1), bytes))],
    ['a number too many', withData(dataOf(Array(length + 1).fill(1), bytes))],
    ['a byte too many', withData(`${data}AA`)],
    ['padding', withData(`${data}=`)],
    ['base64 of the other alphabet', withData(`+/${data.slice(2)}`)],
    ['a byte that is not ASCII', withData(`é${data.slice(2)}`)],
    ['a number that no release has', withData(dataOf(lowest, bytes))],
    ['no data', good.replace(/,"data":"[^"]*"/, '')],
    ['data as numbers', good.replace(/"data":"[^"]*"/, '"data":[1,2,3]')],
    ['a version of the future', good.replace('"v":1', '"v":2')],
    ['an id of 15 bytes', good.replace(/"id":"[^"]+"/, '"id":"AAAAAAAAAAAAAAAAAAAA"')],
    ['a snapshot of 2^32', good.replace(/"snapshot":\d+/, '"snapshot":4294967296')],
    ['10,001 reports', `[${Array(10_001).fill(good).join()}]`],
    ['one bad row among good ones', `[${vector(name)},${withData('AAAA')},${vector(name)}]`],
  ];
}

describe.each(NAMES)('an experiment of %s refuses', (name) => {
  test.each(badBodies(name))('%s', async (_what, body) => {
    const store = memoryStore();
    await using collector = await linearCollectorOver({ store, publishEvery: { ms: 0 } });
    const before = await linearSnapshotOf(collector, name);
    const response = await collector.fetch(post(body, name));
    const text = await response.text();
    expect([response.status, text]).toEqual([400, expect.stringContaining('"report_rejected"')]);
    expect(text).not.toContain(SECRET);
    expect(await store.read({ experiment: name, snapshot: 1 })).toBeNull();
    expect(await linearSnapshotOf(collector, name)).toEqual(before);
  });
});

describe('options of a contextual experiment', () => {
  const open = (options: object) =>
    collectorOver({ experiments: { demo: options } as CollectorOptions['experiments'] });
  const ball = { type: 'ldp-linucb', dimension: 5, mechanism: 'ball' };
  const online = { type: 'online-ldp-linucb', dimension: 5 };
  const moments = { type: 'ldp-linear-moments', dimension: 5 };
  const codebook = { ...moments, mechanism: 'codebook' };
  const newton = { type: 'ldp-glm-newton', dimension: 5 };
  const perReport = { epsilon: 1 };

  test.each([
    ['no dimension', { type: 'ldp-linucb' }, 'dimension'],
    ['dimension 0', { ...ball, dimension: 0 }, 'dimension'],
    ['dimension 129', { ...ball, dimension: 129 }, 'dimension'],
    ['a menu', { ...ball, levels: [1, 2] }, 'levels'],
    ['arms', { ...ball, arms: 3 }, 'arms'],
    ['a delta of ball noise', { ...ball, delta: 1e-6 }, 'delta'],
    ['a calibration of ball noise', { ...ball, calibration: 'tight' }, 'calibration'],
    ['another mechanism', { ...ball, mechanism: 'laplace' }, 'mechanism'],
    ['a mechanism without choice', { ...online, mechanism: 'ball' }, 'mechanism'],
    ['codewords without a codebook', { ...ball, codewords: 64 }, 'codewords'],
    ['near ones without a codebook', { ...moments, mechanism: 'ball', near: 8 }, 'near'],
    ['63 codewords', { ...codebook, codewords: 63 }, 'codewords'],
    ['8192 codewords', { ...codebook, codewords: 8192 }, 'codewords'],
    ['one codeword', { ...codebook, codewords: 1 }, 'codewords'],
    ['no near one', { ...codebook, near: 0 }, 'near'],
    ['more than half near', { ...codebook, codewords: 64, near: 33 }, 'near'],
    ['more than half near of the default, of 256', { ...codebook, near: 129 }, 'near'],
    ['the same where the mechanism is not named', { ...newton, near: 129 }, 'near'],
    ['a delta where no mechanism is named', { ...newton, delta: 1e-6 }, 'delta'],
    ['a delta of a codebook', { ...ball, mechanism: 'codebook', delta: 1e-6 }, 'delta'],
    ['a codebook of single numbers', { ...codebook, dimension: 1 }, 'dimension'],
    ['a moment with Gaussian noise', { ...moments, mechanism: 'gaussian' }, 'mechanism'],
    ['a radius of its own', { ...online, radius: 'wide' }, 'radius'],
    ['a norm of 0', { ...ball, norm: 0 }, 'norm'],
    ['another policy of norms', { ...ball, norms: 'wrap' }, 'norms'],
    ['half a horizon', { ...ball, horizon: 0.5 }, 'horizon'],
    ['spread beyond 2', { type: 'ldp-linear-moments', dimension: 5, spread: 3 }, 'spread'],
    ['a trusted server', { type: 'jdp-linucb', dimension: 5 }, 'type'],
    ['a trusted shuffler', { type: 'shuffle-linucb', dimension: 5 }, 'type'],
    ['no privacy', { type: 'oful', dimension: 5 }, 'type'],
  ])('%s', async (_what, algorithm, parameter) => {
    await expect(open({ algorithm, perReport })).rejects.toMatchObject(
      badArgument(`experiments.demo.algorithm.${parameter}`),
    );
  });

  test.each([
    ['another delta', online, { perReport: { epsilon: 1, delta: 1e-3 } }, 'perReport.delta'],
    [
      'delta where there is none',
      ball,
      { perReport: { epsilon: 1, delta: 1e-6 } },
      'perReport.delta',
    ],
    ['epsilon beyond 32', ball, { perReport: { epsilon: 33 } }, 'perReport.epsilon'],
    ['names of arms', ball, { labels: ['a', 'b'] }, 'labels'],
    ['shares of arms', ball, { serve: 'distribution' }, 'serve'],
  ])('%s', async (_what, algorithm, options, parameter) => {
    await expect(open({ algorithm, perReport, ...options })).rejects.toMatchObject(
      badArgument(`experiments.demo.${parameter}`),
    );
  });

  test('Gaussian noise ends at epsilon 16, which the core says', async () => {
    await expect(open({ algorithm: online, perReport: { epsilon: 17 } })).rejects.toMatchObject(
      badArgument('epsilon'),
    );
  });

  test('a choice that is spelt out is the same experiment as its default', async () => {
    const digests = await Promise.all(
      [
        { ...ball, mechanism: 'gaussian' },
        { ...ball, delta: 1e-6, mechanism: 'gaussian', calibration: 'tight' },
      ].map(async (algorithm) => {
        await using collector = await open({ algorithm, perReport });
        return collector.manifest('demo').digest;
      }),
    );
    expect(digests[0]).toBe(digests[1]);
  });

  test('an assigner has no arms to assign', async () => {
    await using collector = await linearCollectorOver();
    expect(() => collector.assigner('ball')).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        details: expect.objectContaining({ parameter: 'experiment' }),
      }),
    );
  });
});
