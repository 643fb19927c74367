// The table of faults over `replay` and `evaluate`, as an operator runs them: what `readLog` says, both say.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { faults, isRefused } from './logs-faults.js';
import { command, complaint, logFolder } from './replay-support.js';

const folder = logFolder();
const COMMANDS = {
  replay: (path: string) => ['replay', '--data', path, '--epsilon', '8', '--seed', 'a'],
  evaluate: (path: string) => ['evaluate', path, '--target', 'uniform'],
};

describe.each(Object.entries(COMMANDS))('%s', (_command, argsFor) => {
  test.each(faults)('%s', async (_name, bytes, right) => {
    const args = argsFor(await folder.write('log.csv', bytes));
    if (isRefused(right)) {
      const said = (await complaint(...args)).replaceAll(/--(\w+)-column/g, 'the option "$1"');
      expect(said).toMatch(right.says);
      if (right.row) expect(said).toContain(`, row ${right.row}: `);
      return;
    }
    const { rows, arms = ['a', 'b', 'c'], skipped = [], warning } = right;
    const run = (...more: string[]) =>
      promisify(execFile)(process.execPath, [command, ...args, ...more], { maxBuffer: 2 ** 24 });
    const found = JSON.parse((await run('--json')).stdout);
    expect(found).toMatchObject({ rows, labels: arms, reading: { rows, skippedRows: skipped } });
    // For a person: counted aloud.
    if (skipped.length === 0 && warning === undefined) return;
    const { stdout } = await run();
    const [first = ''] = stdout.split('\n');
    expect(first).toMatch(new RegExp(`^Read ${rows} rows? \\(.*, UTF-8`));
    expect(first).toContain(
      skipped.length === 0 ? 'skipped none' : `skipped ${skipped.length} empty: row ${skipped[0]}`,
    );
    if (warning) expect(stdout).toMatch(warning);
  });
});
