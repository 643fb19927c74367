// The commands beside `serve`: what they print, and what they keep.
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { armOf, CONFIG, folder, run, serve } from './serve-support.js';
import { report, reportId } from './server-support.js';

const TOKEN_ENV = { LDP_ADMIN_TOKEN: 'x'.repeat(43) };

/** A folder whose store has some reports of arm 1. */
async function stored(reports: number) {
  const cwd = folder();
  const { child, exit, report: send, url } = await serve(cwd);
  for (let i = 0; i < reports; i++) {
    const response = await send(report({ id: reportId(100 + i), arm: 1 }));
    expect(response.status).toBe(202);
  }
  const { snapshot } = await (await fetch(`${url}/demo/snapshot`)).json();
  child.kill('SIGTERM');
  await exit;
  return { cwd, snapshot: snapshot as number };
}

const resultsOf = async (cwd: string, store: string) => {
  const { code, text } = await run(cwd, ['results', '--json', '--store', store]);
  expect(code).toBe(0);
  return JSON.parse(text)[0];
};

describe('without a server', () => {
  test('results prints text, JSON and CSV of a store', async () => {
    const { cwd } = await stored(3);
    const text = await run(cwd, ['results', 'demo', '--control', 'city']);
    expect([text.code, text.text]).toEqual([0, expect.stringMatching(/demo: .*3 reports/)]);
    expect(text.text).toContain('forest');
    expect(await resultsOf(cwd, 'ldp-bandits.db')).toMatchObject({
      experiment: 'demo',
      reports: 3,
    });
    const csv = await run(cwd, ['results', '--csv']);
    expect(csv.text.trim().split('\n')).toHaveLength(4);
    const unknown = await run(cwd, ['results', 'dem']);
    expect([unknown.code, unknown.text]).toEqual([2, expect.stringContaining('It has: demo')]);
  });

  test('results makes no database out of a name that was mistyped', async () => {
    const cwd = folder();
    const { code, text } = await run(cwd, ['results', '--store', 'mistyped.db']);
    expect([code, text]).toEqual([2, expect.stringContaining('mistyped.db')]);
    expect(existsSync(join(cwd, 'mistyped.db'))).toBe(false);
  });

  test('export and import carry an experiment into another store', async () => {
    const { cwd } = await stored(4);
    expect((await run(cwd, ['export', 'demo', 'demo.state'])).code).toBe(0);
    const twice = await run(cwd, ['export', 'demo', 'demo.state']);
    expect([twice.code, twice.text]).toEqual([2, expect.stringContaining('is there already')]);
    const imported = await run(cwd, ['import', 'demo', 'demo.state', '--store', 'b.db']);
    expect(imported).toEqual({ code: 0, text: expect.stringMatching(/4 reports, snapshot \d{4}/) });
    expect(await resultsOf(cwd, 'b.db')).toMatchObject({ reports: 4 });
    const again = await run(cwd, ['import', 'demo', 'demo.state', '--store', 'b.db']);
    expect([again.code, again.text]).toEqual([2, expect.stringContaining('already')]);
  });

  test('import brings back what was archived from the same store', async () => {
    const cwd = folder();
    const before = await serve(cwd);
    await before.report(report({ arm: 1 }));
    const archive = () => before.ask('/admin/experiments/demo/archive', { method: 'POST' });
    const archived = new Uint8Array(await (await archive()).arrayBuffer());
    // The connection may have broken: the store has it for a second answer.
    expect(new Uint8Array(await (await archive()).arrayBuffer())).toEqual(archived);
    expect((await before.ask('/admin/experiments/other/archive', { method: 'POST' })).status).toBe(
      404,
    );
    writeFileSync(join(cwd, 'demo.state'), archived);
    before.child.kill('SIGTERM');
    await before.exit;
    expect((await run(cwd, ['results', 'demo'])).code).toBe(2);
    writeFileSync(join(cwd, 'none.json'), '{}');
    const undescribed = await run(cwd, ['import', 'demo', 'demo.state', '--config', 'none.json']);
    expect([undescribed.code, undescribed.text]).toEqual([
      ...[2, expect.stringContaining('"demo" was archived from this store')],
    ]);
    const imported = await run(cwd, ['import', 'demo', 'demo.state']);
    expect([imported.code, imported.text]).toEqual([0, expect.stringContaining('1 reports')]);
    const after = await serve(cwd);
    const snapshot = await (await fetch(`${after.url}/demo/snapshot`)).json();
    expect(snapshot).toMatchObject({ reports: 1 });
  });

  test('a restored backup has every report, and no snapshot number that a device may hold', async () => {
    const { cwd, snapshot } = await stored(5);
    expect((await run(cwd, ['backup', 'copy.db'])).code).toBe(0);
    const taken = await run(cwd, ['restore', 'copy.db']);
    expect([taken.code, taken.text]).toEqual([2, expect.stringContaining('is there already')]);
    const restored = await run(cwd, ['restore', 'copy.db', '--store', 'new.db']);
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('goes on with')]);
    const serving = await serve(cwd, CONFIG, ['--store', 'new.db']);
    const now = await (await fetch(`${serving.url}/demo/snapshot`)).json();
    expect(now.reports).toBe(5);
    expect(now.snapshot).toBeGreaterThan(snapshot + 999);
    expect((await serving.report(report({ snapshot }))).status).toBe(409);
    const later = report({ snapshot: now.snapshot, arm: armOf(now) });
    expect((await serving.report(later)).status).toBe(202);
    const next = await (await fetch(`${serving.url}/demo/snapshot`)).json();
    expect(next.reports).toBe(6);
  });

  test('an import takes no report to a snapshot that its source gave out, before or after the export', async () => {
    const { cwd, snapshot } = await stored(4);
    await run(cwd, ['export', 'demo', 'demo.state']);
    await run(cwd, ['import', 'demo', 'demo.state', '--store', 'b.db']);
    const { report: send, url } = await serve(cwd, CONFIG, ['--store', 'b.db']);
    for (const number of [snapshot, snapshot + 1, snapshot + 2]) {
      expect((await send(report({ snapshot: number, arm: 1 }))).status).toBe(409);
    }
    const now = await (await fetch(`${url}/demo/snapshot`)).json();
    expect(now.reports).toBe(4);
    expect((await send(report({ snapshot: now.snapshot, arm: armOf(now) }))).status).toBe(202);
  });

  test('a restore that fails leaves nothing in the place of the store, and one after it is whole', async () => {
    const { cwd } = await stored(2);
    expect((await run(cwd, ['backup', 'copy.db'])).code).toBe(0);
    copyFileSync(join(cwd, 'copy.db'), join(cwd, 'damaged.db'));
    const database = new Database(join(cwd, 'damaged.db'));
    database.prepare("UPDATE publication SET state = x'00'").run();
    database.close();
    const failed = await run(cwd, ['restore', 'damaged.db', '--store', 'new.db']);
    expect([failed.code, failed.text]).toEqual([2, expect.stringContaining('Not moved: demo.')]);
    expect(readdirSync(cwd).filter((name) => name.startsWith('new.db'))).toEqual([]);
    // As a restore leaves it that was killed.
    writeFileSync(join(cwd, 'new.db.restoring'), 'half');
    writeFileSync(join(cwd, 'new.db.restoring-wal'), 'half');
    const restored = await run(cwd, ['restore', 'copy.db', '--store', 'new.db']);
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('goes on with')]);
    expect(readdirSync(cwd).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(await resultsOf(cwd, 'new.db')).toMatchObject({ reports: 2 });
  });

  test('an experiment that has ended is still ended after a restore, with its answer', async () => {
    const cwd = folder();
    const before = await serve(cwd);
    await before.report(report({ arm: 1 }));
    const end = { method: 'POST', body: '{"answer": "forest"}' };
    expect((await before.ask('/admin/experiments/demo/end', end)).status).toBe(200);
    const ended = await (await fetch(`${before.url}/demo/snapshot`)).json();
    before.child.kill('SIGTERM');
    await before.exit;
    expect((await run(cwd, ['backup', 'copy.db'])).code).toBe(0);
    expect((await run(cwd, ['restore', 'copy.db', '--store', 'new.db'])).code).toBe(0);
    const after = await serve(cwd, CONFIG, ['--store', 'new.db']);
    const restored = await (await fetch(`${after.url}/demo/snapshot`)).json();
    expect(restored).toMatchObject({ ended: true, reports: 1, weights: [0, 0, 1] });
    expect(restored.snapshot).toBeGreaterThan(ended.snapshot + 999);
  });

  test('a restore moves what was archived ahead too, and keeps the archive', async () => {
    const cwd = folder();
    const before = await serve(cwd);
    await before.report(report({ arm: 1 }));
    const archive = { method: 'POST' };
    const answer = await before.ask('/admin/experiments/demo/archive', archive);
    const state = await answer.arrayBuffer();
    before.child.kill('SIGTERM');
    await before.exit;
    expect((await run(cwd, ['backup', 'copy.db'])).code).toBe(0);
    const restored = await run(cwd, ['restore', 'copy.db', '--store', 'new.db']);
    expect(restored.text).toMatch(/demo: goes on with snapshot \d{4}/);
    writeFileSync(join(cwd, 'none.json'), '{}');
    const args = ['restore', 'copy.db', '--store', 'other.db', '--config', 'none.json'];
    expect((await run(cwd, args)).text).toMatch(/demo: archived; .* snapshot \d{4}/);
    const after = await serve(cwd, CONFIG, ['--store', 'new.db']);
    const again = await after.ask('/admin/experiments/demo/archive', archive);
    expect(await again.arrayBuffer()).toEqual(state);
  });

  test('a restore moves what was removed ahead too, and names what the config does not describe', async () => {
    const cwd = folder();
    const before = await serve(cwd);
    await before.report(report({ arm: 1 }));
    await before.ask('/admin/experiments/demo', { method: 'DELETE' });
    before.child.kill('SIGTERM');
    await before.exit;
    expect((await run(cwd, ['backup', 'copy.db'])).code).toBe(0);
    const described = await run(cwd, ['restore', 'copy.db', '--store', 'a.db']);
    expect(described.text).toMatch(/demo: goes on with snapshot \d{4}/);
    writeFileSync(join(cwd, 'none.json'), '{}');
    const args = ['restore', 'copy.db', '--store', 'b.db', '--config', 'none.json'];
    expect((await run(cwd, args)).text).toContain('demo: was removed, and stays as it is');
  });

  test('doctor takes ports that a collector has, and none that another server has', async () => {
    const cwd = folder();
    const { url, admin } = await serve(cwd);
    const portOf = (text: string) => new URL(text).port;
    const args = ['doctor', '--admin-port', portOf(admin)];
    const beside = await run(cwd, args, { ...TOKEN_ENV, PORT: portOf(url) });
    expect([beside.code, beside.text.match(/taken by a collector/g)?.length]).toEqual([0, 2]);

    const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await run(cwd, args, { ...TOKEN_ENV, PORT: `${port}` });
    expect([taken.code, taken.text]).toEqual([
      ...[1, expect.stringContaining(`WRONG port ${port} of 127.0.0.1`)],
    ]);
  });

  test('doctor finds nothing wrong, and then a weak token', async () => {
    const { cwd } = await stored(1);
    const args = ['doctor', '--admin-port', '0'];
    const tracing = { dependencies: { '@sentry/browser': '10.0.0', express: '5.0.0' } };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(tracing));
    const well = await run(cwd, args, { ...TOKEN_ENV, PORT: '0' });
    expect([well.code, well.text.includes('WRONG')]).toEqual([0, false]);
    expect(well.text).toContain('ok    synchronous: 2');
    expect(well.text).toContain('experiment demo');
    expect(well.text).toContain('tracing: @sentry/browser may add sentry-trace');
    const weak = await run(cwd, args, { LDP_ADMIN_TOKEN: 'shortshortshort-', PORT: '0' });
    expect([weak.code, weak.text]).toEqual([1, expect.stringContaining('WRONG token')]);
    expect(weak.text).not.toContain('shortshort');
  });
});
