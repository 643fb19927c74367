/** The demo's crowd: every visitor a client of the library, their reports in one request. */
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { BatchTransport } from '../../../web/src/demo-knows/batch-transport.js';
import { visit } from '../../../web/src/demo-knows/visit.js';
import {
  POSTER,
  REPORTS_PER_BODY,
  RETENTION,
  TIMING,
  timed,
} from '../../../web/src/shared/experiment.js';

const endpoint = new URL('https://site.invalid/collector/');

async function crowdOf(visitors: number, refuse = false) {
  await using collector = await createCollector({
    // As the demo's own collector has them.
    experiments: timed(POSTER.table(), TIMING),
    retention: RETENTION,
    maxReportsPerBody: REPORTS_PER_BODY,
    store: memoryStore(),
    basePath: '/collector',
  });
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request.clone());
    return refuse && request.method === 'POST'
      ? new Response('{"code":"report_rejected"}', { status: 400 })
      : collector.fetch(request);
  };
  const transport = new BatchTransport(fetch, Infinity);
  const lost = await visit({ endpoint, stop: 1, visitors, transport });
  return { lost, requests, reports: (await collector.snapshot('posters-1')).reports };
}

test('forty visitors are one manifest, one snapshot and one marked POST', async () => {
  const { lost, requests } = await crowdOf(40);
  expect(lost).toHaveLength(40);
  expect(requests.map((request) => request.method).sort()).toEqual(['GET', 'GET', 'POST']);
  const post = requests.find((request) => request.method === 'POST');
  expect(post?.headers.get('x-demo-crowd')).toBe('1');
  const reports = (await post?.json()) as Record<string, unknown>[];
  expect(new Set(reports.map((report) => report['id'])).size).toBe(40);
  for (const report of reports) {
    expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
  }
});

test('visitors whose batch was refused are not counted', async () => {
  const { lost } = await crowdOf(5, true);
  expect(lost).toEqual([]);
});
