// node scripts/test.mjs [tier | stage...]
//
// Runs the stages of a tier (`test` without an argument, or `check`), or those named, with what they need;
// goes on after a failure, so that one run shows everything; ends with a table and `N passed, N failed`,
// which counts stages.
import { findChromium, findFirefox } from './lib/browsers.mjs';
import { stages } from './stages.mjs';

const TIERS = ['test', 'check'];

/** The named stages, or those of the named tier, and all that they need, in the order of the table. */
function select(given) {
  const isTier = given.length <= 1 && TIERS.includes(given[0] ?? 'test');
  const names = isTier
    ? stages.filter(({ tier }) => tier === (given[0] ?? 'test')).map(({ name }) => name)
    : given;
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

/** `{ failure }`, or `{ note }` where the stage has more to say than that it passed. */
async function runStage(stage, failed) {
  const missing = (stage.needs ?? []).filter((name) => failed.has(name));
  if (missing.length) return { failure: `not run: ${missing.join(', ')} failed` };
  try {
    return { note: await stage.run() };
  } catch (error) {
    return { failure: error.message };
  }
}

const chromium = await findChromium();
const firefox = await findFirefox();
if (chromium) process.env.CHROMIUM_PATH = chromium;
if (firefox) process.env.FIREFOX_PATH = firefox;

const results = [];
const failed = new Set();
for (const stage of select(process.argv.slice(2))) {
  console.log(`\n=== ${stage.name}: ${stage.about}`);
  const begin = performance.now();
  const { failure, note } = await runStage(stage, failed);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (failure !== undefined) {
    failed.add(stage.name);
    console.error(`${stage.name} failed: ${failure}`);
  }
  results.push({ ...stage, failure, note, seconds });
}

console.log('\n=== summary');
for (const { name, about, failure, note, seconds } of results) {
  const verdict = failure === undefined ? 'pass' : 'FAIL';
  console.log(`${verdict}  ${name.padEnd(13)} ${seconds.padStart(6)} s  ${failure ?? about}`);
  if (note) console.log(`      ${note}`);
}
console.log(`\n${results.length - failed.size} passed, ${failed.size} failed`);
process.exitCode = failed.size ? 1 : 0;
