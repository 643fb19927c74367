// What docs/operating.md shows for a collector in a container and for its config runs, with the container left out.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { CONFIG, folder, run, serve, TOKEN } from './serve-support.js';
import { report, reportId } from './server-support.js';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

/** The function `admin` of the guide as a shell reads it, with Node of this machine and a token in a file. */
function adminShell(cwd: string, address: string): string {
  const [shown = ''] = /^admin\(\) \{\n.*?^\}$/ms.exec(guide) ?? [];
  const token = join(cwd, 'token');
  writeFileSync(token, `${TOKEN}\n`);
  return shown
    .replace('docker compose exec -T collector-1 node', `'${process.execPath}'`)
    .replace('/run/secrets/admin-token', token)
    .replace('http://127.0.0.1:8788', address);
}

test('the requests from inside a container define, end, resume, reset and remove an experiment', async () => {
  const cwd = folder();
  const { admin } = await serve(cwd);
  const shell = adminShell(cwd, admin);
  const calls = [...guide.matchAll(/^admin [A-Z].*$/gm)].map(([line]) => line);
  // The last one again: what is refused is an exit code that is not 0.
  const script = [shell, ...calls, `${calls.at(-1)} || echo refused`].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  const answers = stdout.match(/^(\d{3}(?= )|refused$)/gm);
  expect(answers).toEqual(['201', '200', '200', '200', '204', '404', 'refused']);
}, 120_000); // seven processes

test('the lines about another origin belong to the config, and let its pages report', async () => {
  const [, lines = ''] = /```json\n(.*?),\n```/s.exec(guide) ?? [];
  const { url } = await serve(folder(), { ...CONFIG, ...JSON.parse(`{${lines}}`) });
  const { headers } = await fetch(`${url}/demo`, {
    headers: { origin: 'https://www.example.org' },
  });
  expect(headers.get('access-control-allow-origin')).toBe('https://www.example.org');
});

test('export and import take what was learnt to another store', async () => {
  const cwd = folder();
  const serving = await serve(cwd);
  expect((await serving.report(report({ id: reportId(1) }))).status).toBe(202);
  serving.child.kill('SIGTERM');
  expect(await serving.exit).toBe(0);
  const from = /^npx ldp-bandits (export .* --store ldp-bandits\.db)$/m.exec(guide)?.[1] ?? '';
  const to = /^npx ldp-bandits (import .* --store postgres:.*)$/m.exec(guide)?.[1] ?? '';
  for (const shown of [from, to]) {
    const text = shown.replaceAll('headlines', 'demo').replace(/postgres:\S+/, 'other.db');
    expect(await run(cwd, text.split(' '))).toMatchObject({ code: 0 });
  }
  const { text } = await run(cwd, ['results', '--json', '--store', 'other.db']);
  expect(JSON.parse(text)[0]).toMatchObject({ reports: 1 });
});

/** The lines of the block of the guide that has this text, without their comments. */
function linesOf(part: string): string[] {
  const found = [...guide.matchAll(/```sh\n(.*?)```/gs)].find(([, code = '']) =>
    code.includes(part),
  );
  return (found?.[1] ?? '').split('\n').flatMap((line) => line.replace(/\s+#.*/, '') || []);
}

test('the requests of the admin API define, end, resume, reset, remove and archive an experiment', async () => {
  const cwd = folder();
  const { admin } = await serve(cwd);
  const script = linesOf('curl').join('\n').replace('http://127.0.0.1:8788', admin);
  const shown = script.replaceAll(
    'curl ',
    "curl --silent --show-error --write-out '\\n%{http_code}\\n' ",
  );
  const env = { ...process.env, LDP_ADMIN_TOKEN: TOKEN };
  const { stdout } = await promisify(execFile)('bash', ['-c', shown], { cwd, env });
  const answers = stdout.match(/^\d{3}$/gm);
  expect(answers).toHaveLength(linesOf('curl').filter((line) => line.startsWith('curl')).length);
  expect(answers?.slice(0, 5)).toEqual(['201', '200', '200', '200', '204']);
}, 60_000);

test('a backup is restored, and an export is imported, into other files', async () => {
  const cwd = folder();
  const serving = await serve(cwd);
  expect((await serving.report(report({ id: reportId(1) }))).status).toBe(202);
  const [backup = '', ...rest] = linesOf('backup copy.db');
  expect(await run(cwd, argumentsOf(backup))).toMatchObject({ code: 0 });
  serving.child.kill('SIGTERM');
  expect(await serving.exit).toBe(0);
  for (const line of rest) expect(await run(cwd, argumentsOf(line))).toMatchObject({ code: 0 });
  for (const store of ['restored.db', 'other.db']) {
    const { text } = await run(cwd, ['results', '--json', '--store', store]);
    expect(JSON.parse(text)[0]).toMatchObject({ reports: 1 });
  }
}, 60_000);

const argumentsOf = (line: string) => line.replaceAll('headlines', 'demo').split(' ').slice(2);
