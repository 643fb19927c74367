// `ldp-bandits serve` as a process: what it keeps, when it is ready, how it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  COMMAND,
  CONFIG,
  command,
  folder,
  freePort,
  run,
  serve,
  TOKEN,
  until,
} from './serve-support.js';
import { report, reportId } from './server-support.js';

describe('a collector that is served', () => {
  test('keeps what it acknowledged through kill -9, and counts a repetition once', async () => {
    const cwd = folder();
    const body = report({ id: reportId(1), arm: 1 });
    const first = await serve(cwd);
    const posted = await first.report(body);
    expect([posted.status, await posted.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
    first.child.kill('SIGKILL');
    await first.exit;

    const second = await serve(cwd);
    const again = await second.report(body);
    expect([again.status, await again.json()]).toEqual([202, { accepted: 0, duplicate: 1 }]);
    const snapshot = await (await fetch(`${second.url}/demo/snapshot`)).json();
    expect(snapshot).toMatchObject({ reports: 1 });
  });

  test('takes reports while its log goes to a full disk, and where the reader of its log has gone', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    for (const output of [full, 'pipe'] as const) {
      const cwd = folder();
      writeFileSync(join(cwd, 'ldp-bandits.json'), JSON.stringify(CONFIG));
      const port = await freePort();
      const args = [COMMAND, 'serve', '--port', `${port}`, '--no-admin'];
      const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', output, output] });
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stdout?.destroy();
      child.stderr?.destroy();
      const url = `http://127.0.0.1:${port}`;
      await until('ready', async () => {
        if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
        return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
      });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = report();
      const posted = await fetch(`${url}/collector/demo/reports`, { ...init, body });
      expect(posted.status).toBe(202);
    }
  });

  test('says that it is alive and ready, as a collector, on both ports', async () => {
    const { url, admin } = await serve(folder());
    for (const base of [new URL(url).origin, admin]) {
      for (const path of ['/healthz', '/readyz']) {
        const response = await fetch(base + path);
        expect([path, response.status]).toEqual([path, 200]);
        expect(response.headers.get('ldp-bandits-collector')).toBe('1');
      }
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('ends with code 0 after the request under way, which is counted', async () => {
    const { child, exit, url, lines } = await serve(folder());
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const body = report({ id: reportId(2) });
    socket.write(
      `POST /collector/demo/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    // Behind it, so that the server has the first one's head when it answers.
    await fetch(`${url}/demo`);
    child.kill('SIGTERM');
    await until('stopping', () => lines().some(({ event }) => event === 'stopping'));
    socket.write(body.slice(20));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    expect(await exit).toBe(0);
    expect(answer).toMatch(/^HTTP\/1.1 202 .*connection: close/is);
    expect(answer).toContain('"accepted":1');
    expect(lines().at(-1)?.event).toBe('stopped');
  });

  test('ends at once at the second signal', async () => {
    const { child, exit, url, lines } = await serve(folder());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(
      'POST /collector/demo/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    await fetch(`${url}/demo`);
    child.kill('SIGTERM');
    await until('stopping', () => lines().some(({ event }) => event === 'stopping'));
    child.kill('SIGTERM');
    expect(await exit).toBe(143);
  });

  test('serves what the config adds, and refuses what it changes, when it is told to reload', async () => {
    const cwd = folder();
    const { child, url, lines } = await serve(cwd);
    const demo = CONFIG.experiments.demo;
    const write = (experiments: object) =>
      writeFileSync(join(cwd, 'ldp-bandits.json'), JSON.stringify({ ...CONFIG, experiments }));
    write({ demo, more: demo });
    child.kill('SIGHUP');
    await until('more', async () => (await fetch(`${url}/more`)).ok);

    write({ demo: { ...demo, perReport: { epsilon: 2 } } });
    child.kill('SIGHUP');
    const refused = await until('refusal', () =>
      lines().find(({ event }) => event === 'reload_refused'),
    );
    expect(refused['message']).toMatch(/demo: .*"epsilon":1.*"epsilon":2/);
    expect((await (await fetch(`${url}/demo`)).json()).perReport).toEqual({ epsilon: 1, delta: 0 });
  });

  test('serves pages to try, the package beside them, and no hidden file', async () => {
    const cwd = folder();
    expect((await run(cwd, ['init'])).code).toBe(0);
    const { url } = await serve(cwd, null);
    const { origin } = new URL(url);
    const page = await (await fetch(`${origin}/`)).text();
    const [, address] = /import \{ createBandit \} from '(.*)';/.exec(page) ?? [];
    // Asked for from the head, under a name that no version changes.
    expect(page).toContain(`<link rel="modulepreload" href="${address}" />`);
    expect(address).toBe('/ldp-bandits/arms.js');
    const script = await fetch(`${origin}${address}`);
    expect([script.status, script.headers.get('content-type')]).toEqual([
      ...[200, expect.stringContaining('javascript')],
    ]);
    expect(await script.text()).not.toMatch(/\bimport\s*[("'{]|\bfrom\s*["']/); // one file
    const worker = await fetch(`${origin}/ldp-sender.js`);
    expect([worker.status, worker.headers.get('content-type')]).toEqual([
      ...[200, expect.stringContaining('javascript')],
    ]);
    expect(await worker.text()).not.toMatch(/\bimport\b/); // one file
    expect((await fetch(`${origin}/read.html`)).status).toBe(200);
    writeFileSync(join(cwd, 'public/ldp-sender.js'), '// of this folder');
    expect(await (await fetch(`${origin}/ldp-sender.js`)).text()).toBe('// of this folder');
    for (const path of ['/../ldp-bandits.db', '/%2e%2e/ldp-bandits.db', '/.env', '/nothing.html']) {
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${url}/headlines`)).status).toBe(200);
  });
});

describe('serve refuses to start, in a sentence', () => {
  const refusal = async (args: string[], config: string | null = null, env = {}) => {
    const cwd = folder();
    if (config !== null) writeFileSync(join(cwd, 'ldp-bandits.json'), config);
    return run(cwd, ['serve', '--port', '0', '--admin-port', '0', ...args], env);
  };
  const withToken = { LDP_ADMIN_TOKEN: TOKEN };

  test('without a token, and with a weak one, which it does not repeat', async () => {
    const none = await refusal([]);
    expect([none.code, none.text]).toEqual([2, expect.stringContaining('LDP_ADMIN_TOKEN')]);
    const weak = await refusal([], null, { LDP_ADMIN_TOKEN: 'hunter2' });
    expect([weak.code, weak.text]).toEqual([2, expect.stringContaining('at least 16 characters')]);
    expect(weak.text).not.toContain('hunter2');
  });

  test('with a store that there is none for, and never with its password', async () => {
    const mysql = await refusal(['--store', 'mysql://a:secret@b/c'], null, withToken);
    expect([mysql.code, mysql.text]).toEqual([2, expect.stringContaining('mysql://')]);
    expect(mysql.text).not.toContain('secret');
  });

  test('with a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, text } = await refusal(['--port', `${port}`], null, withToken);
    other.close();
    expect([code, text]).toEqual([2, expect.stringContaining(`--port: port ${port}`)]);
  });

  test('with a config that is not JSON, naming the file and what is wrong', async () => {
    const { code, text } = await refusal([], '{\n  "experiments": oops\n}', withToken);
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(/ldp-bandits\.json: it is not JSON: .*'o'/),
    ]);
  });
});

test('without a config it says how to define an experiment', async () => {
  const { errors } = await serve(folder(), null);
  expect(errors()).toContain('ldp-bandits init');
});

test('each command prints its help', async () => {
  for (const name of ['serve', 'results', 'doctor', 'backup', 'restore', 'export', 'import']) {
    const { exit, text } = command(folder(), [name, '--help']);
    expect([name, await exit]).toEqual([name, 0]);
    expect(text()).toContain(`Usage: ldp-bandits ${name}`);
  }
});
