// The measuring command behind `npm run page-life`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, type Outcome } from './measure.js';
import { describe } from './report.js';
import { kSetUps, type SetUp } from './set-ups.js';
import { type Group, kGroups, kWays, type Way } from './visits.js';

const kHelp = `npm run page-life -- [options]

Real visits in real browsers: what became of each answer.

  --visits <n>       visits per set-up (600)
  --set-ups <list>   of ${kSetUps.map(({ name }) => name).join(', ')} (those whose browser is there)
  --groups <list>    of ${kGroups.join(', ')}
  --ways <list>      of ${kWays.join(', ')}
  --package <dir>    an unpacked package to measure (this repository)
  --without-worker   for packages that have none
  --flush-on-pagehide  as the README of 0.1.0 said
  --outbox           the pages after a visit send what waits, too
  --window <ms>      response window (3000)
  --delay <ms>       longest random delay (1000)
  --on-disk <n>      visits whose profile is searched, besides (24; 0: none)
  --kills <n>        times that a browser is killed on a profile of its own, besides (0)
  --seed <n>         of the plan of visits (1)
  --output <file>    the table (docs/page-life.md); the counts go beside it as .json
  --together         Chromium beside the others (it is; --no-together for one after the other)
`;

/** macOS has no WebKitGTK. */
const present = () =>
  kSetUps
    .filter(({ browser }) => browser !== 'WebKit' || process.env['WEBKIT_PATH'] !== undefined)
    .map(({ name }) => name)
    .join(',');

export async function run(root: string, words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    allowNegative: true,
    options: {
      visits: { type: 'string', default: '600' },
      'set-ups': { type: 'string', default: present() },
      groups: { type: 'string', default: kGroups.join(',') },
      ways: { type: 'string', default: kWays.join(',') },
      package: { type: 'string', default: root },
      'without-worker': { type: 'boolean', default: false },
      'flush-on-pagehide': { type: 'boolean', default: false },
      outbox: { type: 'boolean', default: false },
      window: { type: 'string', default: '3000' },
      delay: { type: 'string', default: '1000' },
      'on-disk': { type: 'string', default: '24' },
      kills: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      output: { type: 'string', default: join(root, 'docs/page-life.md') },
      together: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(kHelp);
    return;
  }
  const setUps = values['set-ups'].split(',').map((name): SetUp => {
    const found = kSetUps.find((setUp) => setUp.name === name);
    if (!found) throw new Error(`There is no set-up ${name}.\n${kHelp}`);
    return found;
  });
  const groups = values.groups.split(',').map((name): Group => {
    const found = kGroups.find((group) => group === name);
    if (!found) throw new Error(`There is no group ${name}.\n${kHelp}`);
    return found;
  });
  const ways = values.ways.split(',').map((name): Way => {
    const found = kWays.find((way) => way === name);
    if (!found) throw new Error(`There is no way ${name}.\n${kHelp}`);
    return found;
  });
  const outcomes = new Map<SetUp, Outcome>();
  const save = async () => {
    const done = setUps.flatMap((setUp) => outcomes.get(setUp) ?? []);
    await writeFile(values.output, describe(done, words));
    await writeFile(
      values.output.replace(/(\.md)?$/, '.json'),
      `${JSON.stringify(done, null, 2)}\n`,
    );
  };
  const lane = async (mine: readonly SetUp[]) => {
    for (const setUp of mine) {
      const outcome = await measure({
        setUp,
        visits: Number(values.visits),
        groups,
        ways,
        dist: join(values.package, 'dist'),
        pages: join(root, 'tests/browser/page-life/pages'),
        seed: Number(values.seed),
        onDisk: Number(values['on-disk']),
        kills: Number(values.kills),
        page: {
          responseWindowMs: Number(values.window),
          maxDelayMs: Number(values.delay),
          flushOnPagehide: values['flush-on-pagehide'],
          outbox: values.outbox,
          ...(values['without-worker'] ? {} : { worker: '/ldp-sender.js' }),
        },
        progress: (line) => console.log(line),
      });
      outcomes.set(setUp, outcome);
      const { total, killed, seconds } = outcome;
      console.log(
        `${setUp.name}: ${total.right} of ${total.visits} right, ${total.asSilence} as silence, ${total.missing} missing, ${total.twoBodies} with two bodies, ${outcome.complaints.length} complaints, ${seconds} s`,
      );
      if (killed) console.log(`${setUp.name}: ${JSON.stringify(killed)}`);
      await save();
    }
  };
  const lanes = values.together
    ? [true, false].map((isFirst) =>
        setUps.filter(({ browser }) => (browser === 'Chromium') === isFirst),
      )
    : [setUps];
  // A set-up that fails ends its lane; the counts of the others are kept.
  const ended = await Promise.allSettled(lanes.map(lane));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
