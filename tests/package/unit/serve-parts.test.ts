// Parts of `serve` by themselves: the token, the log, addresses of stores, CSV.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminToken } from '../../../bindings/ts/serve/admin-token.js';
import { toCsv } from '../../../bindings/ts/serve/csv.js';
import { createLog } from '../../../bindings/ts/serve/log.js';
import { answerMetrics } from '../../../bindings/ts/serve/metrics.js';
import { readPostgresAddress } from '../../../bindings/ts/serve/postgres-address.js';
import { skipped } from '../../../bindings/ts/serve/skip-ahead.js';
import type { Summary } from '../../../bindings/ts/serve/summary.js';
import { folder, run } from './serve-support.js';

describe('the admin token', () => {
  const given = (variable: string) => adminToken({ variable, isTerminal: false });
  const good = 'AZaz09._~+/-AZaz09==';

  test('is taken from variable and file without the space around it', async () => {
    expect(await given(` ${good}\n`)).toEqual({ token: good, isNew: false });
    const file = join(folder(), 'token');
    writeFileSync(file, `${good}\n`);
    expect((await adminToken({ file, isTerminal: false })).token).toBe(good);
  });

  test('is refused, and not repeated, where no request could carry it', async () => {
    for (const extra of ['"', ' ', '!', 'é', '=x', ',']) {
      const token = `0123456789abcdef${extra}0123456789`;
      const error = await given(token).catch((thrown: Error) => thrown);
      expect([extra, error]).toEqual([extra, expect.objectContaining({ name: 'Problem' })]);
      const { message } = error as Error;
      expect(message).toMatch(/^LDP_ADMIN_TOKEN: a token may have letters .* other characters/);
      expect(message).not.toContain('0123456789');
    }
  });
});

describe('CSV of results', () => {
  const SUMMARY: Summary = {
    ...{ experiment: 'demo', algorithm: 'x', epsilon: 1, snapshot: 7, reports: 90 },
    ...{ forgeries: 5, ended: false, control: null, perDay: null, daysLeft: null },
    refused: { stale_snapshot: 4, report_rejected: 1 },
  };
  const option = (label: string) => ({
    ...{ label, reports: 3, mean: null, low: null, high: null, share: 0.5 },
    bounds: { low: 0, high: 1 },
  });

  test('has one row of an experiment without options, with as many cells as the head', () => {
    const [head, row, ...others] = toCsv([SUMMARY]).trim().split('\n');
    expect(row).toBe('demo,7,90,,,,,,,,,,,5,,false,4');
    expect(row?.split(',')).toHaveLength(head?.split(',').length ?? 0);
    expect(others).toEqual([]);
  });

  test('has no cell that begins like a formula, also where the label has a line break', () => {
    for (const label of ['=1+1', '=1\n+2', '@x\r\ny', '+1', '-1', '\t=1']) {
      const csv = toCsv([{ ...SUMMARY, options: [option(label)] }]);
      expect([label, csv.includes(`'${label}`)]).toEqual([label, true]);
    }
  });
});

test('a log hides secrets inside of texts, and stays JSON where one is a word of its own', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), ['info', 'message', 'pa"ss', '']);
  log('info', 'failed', { message: 'no info for pa"ss', count: 2 });
  const [line = ''] = lines;
  expect(line).toMatch(/\n$/);
  expect(JSON.parse(line)).toMatchObject({
    ...{ level: 'info', event: 'failed', message: 'no *** for ***', count: 2 },
  });
});

test('metrics that cannot be read are answered with 500', async () => {
  const answered: number[] = [];
  const response = { writeHead: (status: number) => answered.push(status), end: () => {} };
  const text = () => Promise.reject(new Error('No.'));
  await answerMetrics({ contentType: 'text/plain', text }, response as never, () => {});
  expect(answered).toEqual([500]);
});

describe('the address of a PostgreSQL store', () => {
  test('is shown without its password, wherever that stands', () => {
    for (const [address, shown, password] of [
      ['postgres://u:p%40ss@h:1/db', 'postgres://u@h:1/db', 'p@ss'],
      ['postgres://u@h/db?password=p%40ss&x=1', 'postgres://u@h/db?x=1', 'p@ss'],
      ['postgres://u:other@h/db?password=p%25', 'postgres://u@h/db', 'p%'],
      ['postgres:///db?host=/var/run/postgresql', 'postgres:///db?host=/var/run/postgresql', null],
    ] as const) {
      expect(readPostgresAddress(address)).toMatchObject({ shown, password });
    }
  });

  test('with a % that encodes nothing is refused, naming the address without the password', () => {
    expect(() => readPostgresAddress('postgres://u:se%cret@h/db')).toThrow(
      /^--store: postgres:\/\/u@h\/db has a % that encodes nothing/,
    );
  });

  test('goes to pg_dump without its password, which goes into the environment', async () => {
    const cwd = folder();
    const script = '#!/bin/sh\necho "$@" > arguments\necho "$PGPASSWORD" > password\n';
    writeFileSync(join(cwd, 'pg_dump'), script, { mode: 0o755 });
    const env = {
      PATH: `${cwd}:${process.env['PATH']}`,
      LDP_STORE: 'postgres://u@127.0.0.1/db?password=p%40ss',
    };
    expect(await run(cwd, ['backup', 'copy'], env)).toMatchObject({ code: 0 });
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8').trim();
    expect(read('password')).toBe('p@ss');
    expect(read('arguments')).toMatch(/--file=copy postgres:\/\/u@127\.0\.0\.1\/db$/);
  });
});

test('a restore skips more numbers than were published since the backup', () => {
  const day = 86_400_000;
  expect(skipped(day, 11_300, 64)).toBeGreaterThan(day / 11_300 + 63);
  expect(skipped(30 * day, 0, 64)).toBeGreaterThan((30 * day) / 100);
  expect(skipped(-day, 11_300, 64)).toBe(1000);
  expect(skipped(0, 11_300, 64)).toBe(1000);
});
