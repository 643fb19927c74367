// node scripts/test.mjs [tier or stage...]
//
// Runs the stages of the tiers (`test` without an argument, and `check`) and those named, with what they need, each once;
// two that share the cores side by side, each line with the name of its stage; goes on after a failure, so that
// one run shows everything; ends with a table and `N passed, N failed`, which counts stages. A stage that would not end
// by LDP_TESTS_UNTIL (seconds since 1970), at the pace of those before it, is left out and named: a slow machine shows
// less, and ends in time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium, findChromiumShell, findFirefox, findWebKit } from './lib/browsers.mjs';
import { stages } from './stages.mjs';

const TIERS = ['test', 'check'];

/** The named stages, those of the named tiers, and all that they need, in the order of the table. */
function select(given) {
  const inTier = (name) => stages.filter(({ tier }) => tier === name).map((stage) => stage.name);
  const asked = given.length ? given : ['test'];
  const names = asked.flatMap((name) => (TIERS.includes(name) ? inTier(name) : [name]));
  const wanted = new Set();
  const add = (name) => {
    const stage = stages.find((candidate) => candidate.name === name);
    if (!stage)
      throw new Error(`no stage ${name}; there are ${stages.map((s) => s.name).join(', ')}`);
    for (const needed of stage.needs ?? []) add(needed);
    wanted.add(name);
  };
  names.forEach(add);
  return stages.filter(({ name }) => wanted.has(name));
}

/** Resolves with `{ failure }` or `{ note }`. Where stages run side by side, each line says whose it is. */
async function runStage({ name, about, needs = [] }, sideBySide, failed) {
  console.log(`\n=== ${name}: ${about}`);
  const missing = needs.filter((needed) => failed.has(needed));
  if (missing.length) return { failure: `not run: ${missing.join(', ')} failed` };
  const output = sideBySide ? 'pipe' : 'inherit';
  const stdio = ['ignore', output, output, 'ipc'];
  const child = fork(join(import.meta.dirname, 'run-stage.mjs'), [name], { stdio });
  for (const input of sideBySide ? [child.stdout, child.stderr] : []) {
    createInterface({ input }).on('line', (line) => console.log(`${name} | ${line}`));
  }
  let outcome;
  child.on('message', (message) => {
    outcome = message;
  });
  const [code, signal] = await once(child, 'close');
  return outcome ?? { failure: `ended without a result: ${signal ?? `exit ${code}`}` };
}

/** Runs stages in their order, two that share the cores side by side; resolves with the rows of the table. */
async function runAll(selected) {
  const waiting = [...selected];
  const running = new Set();
  const rows = new Map();
  const failed = new Set();
  const until = Number(process.env.LDP_TESTS_UNTIL ?? Number.POSITIVE_INFINITY);
  const took = { actual: 0, usual: 0 };
  /** True if the stage would end too late, when it takes as much longer than usual as those before it. */
  function isTooSlowFor({ seconds }) {
    const pace = took.usual ? Math.max(1, took.actual / took.usual) : 1;
    return Date.now() / 1000 + seconds * pace > until;
  }
  async function runOne(stage) {
    running.add(stage);
    const begin = performance.now();
    const outcome = isTooSlowFor(stage)
      ? { leftOut: 'the machine was too slow to end it in time' }
      : await runStage(stage, stage.shares && selected.length > 1, failed);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    // Of two side by side, each takes longer than usual.
    if (!stage.shares && !outcome.leftOut && outcome.failure === undefined) {
      took.actual += Number(seconds);
      took.usual += stage.seconds;
    }
    if (outcome.failure !== undefined) {
      failed.add(stage.name);
      console.error(`${stage.name} failed: ${outcome.failure}`);
    }
    rows.set(stage.name, { ...stage, ...outcome, seconds });
    running.delete(stage);
    await runReady();
  }
  const fits = (stage) =>
    running.size === 0 || (running.size === 1 && stage.shares && [...running][0].shares);
  const isReady = (stage) => fits(stage) && (stage.needs ?? []).every((name) => rows.has(name));
  async function runReady() {
    const begun = [];
    for (let at = waiting.findIndex(isReady); at >= 0; at = waiting.findIndex(isReady)) {
      begun.push(runOne(...waiting.splice(at, 1)));
    }
    await Promise.all(begun);
  }
  await runReady();
  return selected.map(({ name }) => rows.get(name));
}

const chromium = await findChromium();
const shell = await findChromiumShell(); // before CHROMIUM_PATH is set
const firefox = await findFirefox();
if (shell) process.env.CHROMIUM_SHELL_PATH = shell;
if (chromium) process.env.CHROMIUM_PATH = chromium;
if (firefox) process.env.FIREFOX_PATH = firefox;
const webkit = findWebKit();
if (webkit) process.env.WEBKIT_PATH = webkit;

const results = await runAll(select(process.argv.slice(2)));
const failures = results.filter(({ failure }) => failure !== undefined).length;

console.log('\n=== summary');
for (const { name, about, failure, leftOut, note, seconds } of results) {
  const verdict = failure !== undefined ? 'FAIL' : leftOut ? 'LEFT' : 'pass';
  console.log(
    `${verdict}  ${name.padEnd(13)} ${seconds.padStart(6)} s  ${failure ?? leftOut ?? about}`,
  );
  if (note) console.log(`      ${note}`);
}
const left = results.filter(({ leftOut }) => leftOut !== undefined).length;
const passed = results.length - failures - left;
console.log(`\n${passed} passed, ${failures} failed${left ? `, ${left} left out` : ''}`);
process.exitCode = failures ? 1 : 0;
