// npm run audit -- --full [--workers <n>] [--reduced] [--no-mutants] [--mechanism <name>]
//
// The audit at full size: 10^7 reports judged for each pair of inputs, 10^6 of vectors, at epsilons from 1/4 to 8,
// and every sabotaged client. It takes hours, and ends in a document in docs and its rows; less than all goes to
// build/audit. Finished rows are kept in build/audit/full.jsonl, so it can be stopped with Ctrl-C and started again.
// Exit code 1 if a claim is refuted or a mutant survives.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../../../scripts/lib/integrity.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { shippedWasm } from '../shipped.mjs';
import { documentOf } from './document.mjs';
import { fullPlan } from './plan.mjs';
import { RowStore, readRows } from './rows.mjs';
import { runPlan } from './run-plan.mjs';

/** A process that samples: `run` rejects if it dies. The signal for the whole group ends it too. */
function startWorker(options) {
  const child = fork(join(import.meta.dirname, 'worker.mjs'), [JSON.stringify(options)]);
  const exit = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process of the audit ended: ${signal ?? `exit ${code}`}`);
  });
  exit.catch(() => {});
  return {
    child,
    async run(index) {
      child.send(index);
      const [row] = await Promise.race([once(child, 'message'), exit]);
      return row;
    },
  };
}

/** Whether every claim held and every sabotage was caught. */
export const isPassed = (rows) => rows.every(({ refuted }) => !refuted);

/** Into `folder`, with the rows beside it. @returns {string} the file of the document */
export function writeDocument(folder, rows, command, shipped) {
  const file = join(folder, 'audit/rows.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'audit.md'), documentOf(rows, command, shipped));
  return join(folder, 'audit.md');
}

/** Writes docs/audit.md anew from its rows, with what is shipped now beside what was sampled. Samples nothing. */
export function rewriteDocument() {
  const folder = join(root, 'docs');
  const rows = readRows(readFileSync(join(folder, 'audit/rows.jsonl'), 'utf8'));
  const modules = [...new Set(rows.map(({ module }) => module))];
  const shipped = Object.fromEntries(modules.map((name) => [name, sha256(shippedWasm(name))]));
  return writeDocument(folder, rows, undefined, shipped);
}

const commandOf = ({ reduced, mechanism, 'no-mutants': withoutMutants }) =>
  [
    'npm run audit -- --full',
    ...(reduced ? ['--reduced'] : []),
    ...(withoutMutants ? ['--no-mutants'] : []),
    ...(mechanism ? [`--mechanism "${mechanism}"`] : []),
  ].join(' ');

/**
 * @param {{workers: string, reduced: boolean, 'no-mutants': boolean, mechanism?: string}} options
 * @returns {Promise<number>} the exit code
 */
export async function auditInFull({ workers: count, ...options }) {
  const number = Number(count);
  if (!(Number.isInteger(number) && number >= 1 && number <= 256))
    throw new Error(`--workers takes a whole number from 1 to 256; got "${count}"`);
  const workers = Array.from({ length: number }, () => startWorker(options));
  const stop = () => {
    for (const { child } of workers) child.kill('SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stop();
      process.stderr.write('audit: stopped; the same command goes on from here\n');
      process.exit(130);
    });
  }
  try {
    const rows = await runPlan(
      fullPlan(options),
      new RowStore(join(root, 'build/audit/full.jsonl')),
      workers.map(({ run }) => run),
      (line) => process.stderr.write(line),
    );
    const complete = !options.reduced && !options['no-mutants'] && !options.mechanism;
    const folder = join(root, complete ? 'docs' : 'build/audit');
    console.log(`written: ${writeDocument(folder, rows, commandOf(options))}`);
    return isPassed(rows) ? 0 : 1;
  } finally {
    stop();
  }
}
