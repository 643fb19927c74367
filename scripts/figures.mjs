// npm run figures -- open-bandit: see lib/figures/open-bandit.mjs
// npm run figures -- <paper> [--figure <id>]... [--quick] [--workers <n>]
//
// Runs the figures of a paper through the built package and judges their claims, in all settings of their
// switches. All figures of a paper at full size take up to half an hour on two cores, and end in
// docs/figures/<paper>.md and its plots; less than all goes to build/figures/. Finished runs are kept in build/figures/, so it can be stopped with
// Ctrl-C and started again.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimsOf, papers, secondGeneration } from 'ldp-bandits/papers';
import { createSimulator } from 'ldp-bandits/simulation';
import { RunCache } from './lib/figures/cache.mjs';
import { documentOf, judgeAll } from './lib/figures/document.mjs';
import { assemble, plan, settingsOf } from './lib/figures/plan.mjs';
import { drawFigure } from './lib/figures/plots.mjs';
import { Progress } from './lib/figures/progress.mjs';
import { remarks } from './lib/figures/remarks.mjs';
import { variesIn } from './lib/figures/settings.mjs';
import { root } from './lib/run.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    figure: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    workers: { type: 'string' },
  },
});

// A log in place of simulations.
if (positionals[0] === 'open-bandit' && positionals.length === 1) {
  (await import('./lib/figures/open-bandit.mjs')).drawOpenBandit();
  process.exit();
}

function fail(problem) {
  console.error(`figures: ${problem}`);
  process.exit(2);
}

const documents = [...papers, secondGeneration];
const paper = documents.find(({ id }) => id === positionals[0]);
if (positionals.length !== 1 || !paper) {
  fail(`which paper? Known: ${[...documents.map(({ id }) => id), 'open-bandit'].join(', ')}`);
}
const wanted = options.figure ?? paper.figures.map(({ id }) => id);
const figures = wanted.map(
  (id) =>
    paper.figures.find((figure) => figure.id === id) ??
    fail(`no figure ${id}; there are ${paper.figures.map((figure) => figure.id).join(', ')}`),
);
const workers = options.workers === undefined ? 'auto' : Number(options.workers);
if (workers !== 'auto' && !(Number.isInteger(workers) && workers >= 0 && workers <= 256)) {
  fail('--workers must be a whole number up to 256; 0 stays in this thread');
}
const mode = options.quick ? 'quick' : 'full';
const complete = mode === 'full' && options.figure === undefined;

/** The module inside the built package, which need not be the one that was compiled last. */
function embeddedModule() {
  const chunks = join(root, 'dist/chunks');
  const name = readdirSync(chunks).find((file) => /^simulation-wasm-.*\.js$/.test(file));
  return name === undefined ? fail('the package is not built') : join(chunks, name);
}

const cache = new RunCache(join(root, 'build/figures'), embeddedModule());
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

/** A run as a reader of the terminal, or of the list of digests, knows it. */
function describe({ spec: { environment, runs, horizon, replicates } }) {
  const [{ policy, epsilon, population }] = runs;
  const { type, ...parameters } = policy;
  const settings = Object.entries(parameters).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? value.type : value}`,
  );
  const { contexts, set, loss, link } = environment;
  const world = [environment.type, link, contexts, set?.type, set?.reward, loss]
    .filter(Boolean)
    .join(', ');
  const users =
    epsilon !== undefined ? [`epsilon ${epsilon}`] : population ? [usersOf(population)] : [];
  return {
    label: `${world}: ${[type, ...settings, ...users].join(', ')}`,
    size: `${replicates} x ${horizon.toLocaleString('en-US')}`,
  };
}

const usersOf = ({ levels, type }) => (levels ? `levels {${levels.join(', ')}}` : `${type} levels`);

async function play(simulator, run, progress) {
  const { label, size } = describe(run);
  const what = `${label} (${size})`;
  const simulation = simulator.run(run.spec, { signal: interrupt.signal });
  for await (const event of simulation) {
    if (event.type === 'progress') progress.show(what, event.done);
  }
  const result = await simulation.result;
  cache.keep(run, { curves: result.curves, digest: result.digest });
  progress.finish(what, run.rounds);
}

function finish({ figure, chosen, specs }) {
  const results = assemble(
    specs,
    (identity, { horizon, record }) => cache.find(identity, horizon, record.times).curve,
  );
  const judged = judgeAll(figure, results, mode, chosen);
  const setting = variesIn(figure, chosen);
  console.log(`\n${figure.id}: ${[figure.title, ...setting].join(', ')}`);
  for (const { claim, verdict } of judged) {
    const word = verdict === undefined ? 'full ' : verdict.holds ? 'holds' : 'FAILS';
    const found = verdict ? ` | ${verdict.measured} | accepted: ${verdict.accepted}` : '';
    console.log(`  ${word}  ${claim.sentence}${found}`);
  }
  return { figure, chosen, results, judged, setting };
}

/** Plots of the settings that this project has something to say of: of others the numbers are enough. */
function drawn({ figure, chosen, results, setting }, directory) {
  const isDrawn =
    figure.choices === undefined ||
    claimsOf(figure, chosen).some(({ claimedBy }) => claimedBy === 'project');
  return isDrawn ? drawFigure(figure, results, directory, setting) : [];
}

function write(done, steps) {
  const directory = complete ? join(root, 'docs/figures') : join(root, 'build/figures', mode);
  mkdirSync(directory, { recursive: true });
  const sections = paper.figures
    .filter((figure) => done.some((one) => one.figure === figure))
    .map((figure) => ({
      figure,
      settings: settingsOf(figure).flatMap((chosen) =>
        done
          .filter((one) => one.figure === figure && isSame(one.chosen, chosen))
          .map((one) => ({ ...one, plots: drawn(one, join(directory, paper.id)) })),
      ),
      remarks: remarks[paper.id]?.[figure.id] ?? [],
    }));
  const runs = steps
    .slice(0, done.length)
    .flatMap((step) => step.runs)
    .map((run) => ({
      ...describe(run),
      spec: run.spec,
      digest: cache.find(run.identity, run.horizon, run.times).digest,
    }));
  const lines = runs.map(({ spec, digest }) => `${JSON.stringify({ digest, spec })}\n`);
  mkdirSync(join(directory, paper.id), { recursive: true });
  writeFileSync(join(directory, paper.id, 'runs.jsonl'), lines.join(''));
  const missing = steps
    .slice(done.length)
    .filter(({ figure }) => figures.includes(figure))
    .map(({ figure, chosen }) => [figure.id, ...variesIn(figure, chosen)].join(' '));
  const command = `npm run figures -- ${process.argv.slice(2).filter(isNoSpeed).join(' ')}`;
  const content = { paper, sections, missing, runs, command, directory: paper.id };
  writeFileSync(join(directory, `${paper.id}.md`), documentOf(content));
  return join(directory, `${paper.id}.md`);
}

const isSame = (a, b) => Object.keys(a).every((id) => a[id] === b[id]);

/** The number of workers changes the time that it takes and nothing else. */
function isNoSpeed(argument, index, all) {
  return !argument.startsWith('--workers') && all[index - 1] !== '--workers';
}

const steps = plan(figures, mode);
const isMissing = ({ identity, horizon, times }) => !cache.find(identity, horizon, times);
const todo = steps.flatMap(({ runs }) => runs).filter(isMissing);
const total = todo.reduce((sum, { rounds }) => sum + rounds, 0);
console.log(
  `${paper.id}, ${mode}: ${figures.length} figures, ${todo.length} runs to play, ${(total / 1e6).toLocaleString('en-US')} million rounds`,
);

const simulator = await createSimulator({ workers });
const progress = new Progress(total);
const done = [];
try {
  for (const step of steps) {
    const playing = step.runs.filter(isMissing);
    for (const run of playing) await play(simulator, run, progress);
    done.push(finish(step));
    if (playing.length > 0) write(done, steps);
  }
  console.log(`\nwritten: ${write(done, steps)}`);
} catch (error) {
  progress.clear();
  if (!interrupt.signal.aborted) throw error;
  console.error('figures: stopped; the same command goes on from here');
  process.exitCode = 130;
} finally {
  await simulator[Symbol.asyncDispose]();
}
