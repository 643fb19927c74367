// One fault run: collectors over a new store, a sender, a fault, and the comparison at the end.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCollector } from 'ldp-bandits/server';
import { Collectors } from './collectors.mjs';
import { Ledger } from './ledger.mjs';
import { endOf } from './processes.mjs';
import { call, Sender } from './sender.mjs';
import { openStore } from './stores.mjs';
import { verdict } from './verdict.mjs';
import { configuration, NAME, sumsOfState } from './wire.mjs';

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} about What is done, for the table.
 * @property {number} [collectors] Default 1.
 * @property {object} [timing] See `configuration`.
 * @property {object} [load] See `Sender`.
 * @property {(run: object) => Promise<{url: string, stop: () => Promise<void>}>} [inFront] Starts what takes the reports
 *   in place of the collectors.
 * @property {number} [sendingMs] See `setup` of `runCase`; default 30 s.
 * @property {number} [laterMs] How long after the last acknowledgement a report may be counted. Default 15 s.
 * @property {(run: object) => Promise<void>} fault Done while the sender sends.
 */

/**
 * @param setup `folder`: an empty one, for everything the run writes. `store`: its name and kind; `serve`: the command.
 *   `sendingMs`: how long new reports are made at most; `limitMs`: when the sender gives up.
 * @returns One row of the table.
 */
export async function runCase(
  fault,
  { folder, store, kind, serve, postgres, env, load, limitMs, sendingMs },
) {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'collectors.log');
  const config = configuration({ slackMs: 15_000, everyMs: 400, ...fault.timing });
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const exported = join(folder, 'state');
  const command = kind === 'memory' ? [...serve, '--export', exported] : serve;
  const collectors = new Collectors({ serve: command, config: file, store, log, cwd: folder, env });
  const ledger = new Ledger();
  let inFront = null;
  const sender = new Sender(ledger, {
    ...fault.load,
    ...load,
    targets: () => collectors.targets,
    ...(fault.inFront ? { reportTargets: () => [inFront.url] } : {}),
  });
  const watch = [];
  try {
    await collectors.start(fault.collectors ?? 1);
    inFront = await fault.inFront?.({ folder, log, collector: collectors.targets[0] });
    watch.push(
      setTimeout(() => sender.stop(), sendingMs),
      setTimeout(() => sender.giveUp(), limitMs),
    );
    const sending = sender.run();
    await fault.fault({ sender, collectors, inFront, postgres, folder, store, sendingMs });
    sender.mayEnd();
    await sending;
    const [url] = collectors.targets;
    await waitForSnapshot(url, ledger.acknowledged, fault.laterMs);
    const snapshot = JSON.parse((await call(`${url}/${NAME}/snapshot`)).text);
    await inFront?.stop();
    await collectors.stop();
    const state = kind === 'memory' ? readFileSync(exported) : await exportFrom(store, config);
    const row = verdict(fault, { kind, ledger, sums: sumsOfState(state), snapshot });
    if (row.problems.length > 0) row.problems.push(...ledger.reasons(), endOf(log));
    return row;
  } catch (error) {
    error.message += `\n${endOf(log)}`;
    throw error;
  } finally {
    for (const timer of watch) clearTimeout(timer);
    sender.giveUp();
    await inFront?.stop();
    await collectors.stop();
  }
}

/** A snapshot counts what is in the store when the next one is due. */
async function waitForSnapshot(url, count, limitMs = 15_000) {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(100)) {
    const { status, text } = await call(`${url}/${NAME}/snapshot`);
    if (status === 200 && JSON.parse(text).reports >= count) return;
  }
}

/** The state, by a collector of this process over the same store. */
async function exportFrom(name, config) {
  const { store, close } = await openStore(name);
  const collector = await createCollector({ ...config, store });
  const state = await collector.export(NAME);
  await collector.dispose();
  await close();
  return state;
}
