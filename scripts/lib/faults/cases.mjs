// What is done to the collectors and their store while reports arrive. Faults come when a share of the reports is
// acknowledged, not at a time, so that a busy machine sees the same run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fillUntilFull } from './disk.mjs';
import { holdLock } from './lock.mjs';
import { LogInFront } from './log-in-front.mjs';

const HOUR = 3_600_000;
/** Longer than the deadline of a store call, 5 s. */
const HANG_MS = 8_000;

/**
 * Does `act` when each share of the reports is in, or of the time has passed: on a busy machine there are fewer
 * reports, and as many faults.
 *
 * @throws if the sender ends before: a run without its fault shows nothing.
 */
async function at({ sender, sendingMs }, shares, act) {
  const began = performance.now();
  for (const [i, share] of shares.entries()) {
    const left = Math.max(0, began + share * sendingMs - performance.now());
    await Promise.race([sender.reached(share), sleep(left, null, { ref: false })]);
    if (sender.isOver) throw new Error(`The load was over before fault ${i + 1}.`);
    await act(i);
  }
}

const kills = (times, signal = 'SIGKILL') => {
  const shares = Array.from({ length: times }, (_, i) => (i + 1) / (times + 1));
  return (run) => at(run, shares, (i) => run.collectors.replace(i, signal));
};

/** @param quick Fewer kills. */
export function cases(quick) {
  const times = quick ? 1 : 3;
  return [
    {
      name: 'repeat',
      about: '30 % of the requests repeat an acknowledged report, 30 % of the reports come late',
      timing: { slackMs: 1_000, everyMs: 200 },
      load: { repeat: 0.3, holdBack: 0.3 },
      stores: ['memory', 'sqlite', 'postgres'],
      fault: async () => {},
    },
    {
      name: 'kill',
      about: `\`kill -9\` of the collector, ${count(times)}`,
      stores: ['sqlite', 'postgres'],
      fault: kills(times),
    },
    {
      name: 'two',
      about: `two collectors, \`kill -9\` of one, ${count(times)}`,
      collectors: 2,
      stores: ['sqlite', 'postgres'],
      fault: kills(times),
    },
    {
      name: 'four',
      about: 'four collectors, `kill -9` of one, four times',
      collectors: 4,
      stores: ['sqlite', 'postgres'],
      fault: kills(4),
    },
    {
      name: 'restart',
      about: 'two collectors, SIGTERM to one, four times',
      collectors: 2,
      stores: ['sqlite', 'postgres'],
      fault: kills(4, 'SIGTERM'),
    },
    {
      name: 'postmaster',
      about: `\`kill -9\` of the postmaster, ${count(times)}; two collectors stay`,
      collectors: 2,
      stores: ['postgres'],
      fault: (run) =>
        at(run, quick ? [0.5] : [0.25, 0.5, 0.75], async () => {
          await run.postgres.killPostmaster();
          await sleep(500);
          await run.postgres.start();
        }),
    },
    {
      name: 'disk',
      about: 'the disk is full for 4 s',
      needsMount: true,
      stores: ['sqlite'],
      fault: (run) =>
        at(run, [0.4], async () => {
          const free = fillUntilFull(join(run.folder, 'tiny'));
          await sleep(4_000);
          free();
        }),
    },
    {
      name: 'hang',
      about: `the store stands still for ${HANG_MS / 1000} s`,
      collectors: 2,
      timing: { slackMs: 40_000, everyMs: 1_000 },
      stores: ['sqlite', 'postgres'],
      fault: (run) =>
        at(run, [0.4], async () => {
          const { postgres, store } = run;
          if (postgres) {
            postgres.freeze(true);
            await sleep(HANG_MS);
            postgres.freeze(false);
          } else {
            await holdLock(store, HANG_MS);
          }
        }),
    },
    {
      name: 'clock',
      about: 'the clock jumps an hour ahead, back, and an hour back',
      stores: ['memory', 'sqlite', 'postgres'],
      env: (folder) => {
        const program = pathToFileURL(join(import.meta.dirname, 'jumping-clock.mjs'));
        return {
          NODE_OPTIONS: `--import ${program}`,
          JUMPING_CLOCK: clockFile(folder),
        };
      },
      fault: (run) =>
        at(run, [0.25, 0.5, 0.75], async (i) => {
          writeFileSync(clockFile(run.folder), String([HOUR, 0, -HOUR][i]));
        }),
    },
    {
      name: 'jetstream-leader',
      about:
        'a log in front (`examples/jetstream`): `kill -9` of the leader of its three nodes, twice, and between of the consumer and the collector',
      // What waits in the log while there is no leader is counted all the same.
      timing: { slackMs: 120_000, everyMs: 1_000 },
      laterMs: 40_000,
      // Its servers take long to start, and the log long to empty.
      sendingMs: 20_000,
      stores: ['sqlite'],
      inFront: (run) => LogInFront.start(run),
      fault: (run) =>
        at(run, [0.25, 0.5, 0.75], async (i) => {
          if (i !== 1) return run.inFront.killLeader();
          // While the collector is away, the consumer has reports in its hands.
          const consumer = sleep(100).then(() => run.inFront.killConsumer());
          await Promise.all([run.collectors.replace(0), consumer]);
        }),
    },
  ];
}

const clockFile = (folder) => join(folder, 'clock');

function count(times) {
  return times === 1 ? 'once' : 'three times';
}
