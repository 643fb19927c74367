// Runs `ldp-bandits replay` as a user runs it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ReplayPolicy, ReplayResult } from 'ldp-bandits/replay';
import { afterAll, beforeAll, expect } from 'vitest';

export const command = fileURLToPath(
  new URL('../../../dist/command/ldp-bandits.js', import.meta.url),
);

/** Logs of real visitors, which not every machine has. */
const sharedData =
  process.env['LDP_SHARED_DATA'] ??
  fileURLToPath(new URL('../../../../shared/data', import.meta.url));
export const menLog = join(sharedData, 'open-bandit-men/random-men.csv.gz');
export const menItems = join(sharedData, 'open-bandit-men/random-item_context.csv');
export const thompsonLog = join(sharedData, 'open-bandit-men/bts-men.csv.gz');
export const digits = join(sharedData, 'digits/digits.csv.gz');

/** What it prints for a person. */
export async function told(...args: string[]): Promise<string> {
  const all = [command, 'replay', ...args];
  return (await promisify(execFile)(process.execPath, all)).stdout;
}

export async function replay(...args: string[]): Promise<ReplayResult> {
  return JSON.parse(await told('--json', ...args));
}

export async function complaint(...args: string[]): Promise<string> {
  const failure: unknown = await promisify(execFile)(process.execPath, [command, ...args]).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 2 });
  const { stderr } = failure as { readonly stderr: string };
  expect(stderr).toMatch(/^ldp-bandits: [^\n]+\n$/);
  return stderr;
}

/** A folder for the logs of one test file, removed at its end. */
export function logFolder() {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'ldp-bandits-replay-'));
  });
  afterAll(() => rm(path, { recursive: true }));
  return {
    path: () => path,
    async write(name: string, content: string | Uint8Array): Promise<string> {
      await writeFile(join(path, name), content);
      return join(path, name);
    },
  };
}

/**
 * Arm "good" always pays, "bad" never, "mixed" every other time; each row of the cycle is equally
 * likely.
 */
export function uniformLog(rows: number): string {
  const arms = ['bad', 'mixed', 'good'];
  const lines = Array.from({ length: rows }, (_, row) => {
    const arm = arms[row % 3];
    const reward = arm === 'good' ? 1 : arm === 'mixed' ? Math.floor(row / 3) % 2 : 0;
    return `${arm},${reward}`;
  });
  return ['shown,liked', ...lines].join('\n');
}

export function policyOf(
  result: ReplayResult,
  kind: ReplayPolicy['kind'],
  epsilon: number | null = null,
): ReplayPolicy {
  const found = result.policies.find(
    (policy) => policy.kind === kind && policy.epsilon === epsilon,
  );
  if (found === undefined) throw new Error(`no ${kind} policy`);
  return found;
}
