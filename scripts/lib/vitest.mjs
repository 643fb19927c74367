// Vitest as a part of a stage: what failed, and what passed only when it was tried again, is said once more
// in the summary, where a long log is read first.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

const kReporter = join(import.meta.dirname, 'vitest-reporter.mjs');

const list = (outcomes) =>
  outcomes.map(({ file, what }) => `\n        ${file}${file && ': '}${what}`).join('');

/** The outcome as vitest-reporter.mjs writes it; throws where Vitest failed without one. */
function attempt(options) {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-'));
  const file = join(folder, 'outcome.json');
  const env = { ...process.env, LDP_VITEST_OUTCOME: file };
  const reporters = ['--reporter=default', `--reporter=${kReporter}`];
  try {
    run('node', ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options], { env });
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    let outcome;
    try {
      outcome = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw error; // Vitest did not get as far as its tests.
    }
    if (outcome.failed.length === 0) throw error;
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const noteOf = ({ retried }) =>
  retried.length ? `passed at the second try:${list(retried)}` : undefined;

/**
 * Throws an error that lists what failed; returns a note about tests that passed only at a retry, if any.
 * `options`: Vitest's own, as `--name=value`, and filters.
 */
export function vitest(...options) {
  const outcome = attempt(options);
  if (outcome.failed.length) throw new Error(`failed:${list(outcome.failed)}`);
  return noteOf(outcome);
}

/**
 * As `vitest`; but files with a failure run once more, with nothing beside them, and that run counts: a
 * browser that shares two cores with two others can miss every deadline. The note lists what failed first.
 */
export function vitestTwice(...options) {
  const { failed, retried } = attempt(options);
  const files = [...new Set(failed.map(({ file }) => file))];
  if (files.length === 0) return noteOf({ retried });
  console.log(`\nonce more, alone:${list(failed)}`);
  if (files.includes('')) throw new Error(`failed:${list(failed)}`);
  const calm = options.filter(
    (option) => option.startsWith('--') && !option.includes('maxWorkers'),
  );
  vitest(...calm, '--maxWorkers=1', ...files);
  return `passed alone, not beside other tests:${list([...failed, ...retried])}`;
}
