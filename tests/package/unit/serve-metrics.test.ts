// What Prometheus gets from `ldp-bandits serve`, and where it asks.
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { parseServeFlags } from '../../../bindings/ts/serve/serve-options.js';
import { CONFIG, folder, type Serving, serve, until } from './serve-support.js';
import { report, reportId } from './server-support.js';

/** Of `serve --metrics 0`. */
function metricsUrl({ lines }: Serving): string {
  return String(lines().find(({ event }) => event === 'metrics')?.['url']);
}

test('bodies that wait for a commit are in ldp_bandits_queue, until they are stored', async () => {
  const cwd = folder();
  const serving = await serve(cwd, CONFIG, ['--metrics', '0']);
  const queue = async () => {
    const text = await (await fetch(`${metricsUrl(serving)}/metrics`)).text();
    return Number(/^ldp_bandits_queue (\d+)$/m.exec(text)?.[1]);
  };
  expect(await queue()).toBe(0);

  const db = new Database(join(cwd, 'ldp-bandits.db'));
  onTestFinished(() => void db.close());
  await until('the lock', () => {
    try {
      return db.exec('BEGIN IMMEDIATE') !== null;
    } catch {
      return false; // the collector is writing
    }
  });
  const sent: Promise<unknown>[] = [];
  // One group of bodies is at the store; those that come after it wait.
  await until('a body in the queue', async () => {
    sent.push(serving.report(report({ id: reportId(sent.length) })));
    return (await queue()) > 0;
  });
  db.exec('ROLLBACK');
  await Promise.all(sent);
  expect(await queue()).toBe(0);
});

test('metrics listen on the admin host, or on a host of their own', async () => {
  expect(parseServeFlags([])?.metricsHost).toBe('127.0.0.1');
  expect(parseServeFlags(['--admin-host', '::1'])?.metricsHost).toBe('::1');
  expect(() => parseServeFlags(['--metrics-host', ''])).toThrow(/--metrics-host takes a value/);
  const serving = await serve(folder(), CONFIG, [
    ...['--metrics', '0', '--metrics-host', '127.0.0.2'],
  ]);
  expect(metricsUrl(serving)).toMatch(/^http:\/\/127\.0\.0\.2:/);
  expect((await fetch(`${metricsUrl(serving)}/metrics`)).status).toBe(200);
  expect(serving.admin).toMatch(/^http:\/\/127\.0\.0\.1:/);
});
