// node scripts/fuzz.mjs [--seconds N | --inputs N] [target...]
//
// Builds the libFuzzer targets of tests/fuzz and runs each for N seconds (default 20) from the seeds in
// tests/fuzz/corpus/<target>. What a run finds stays in build/fuzz/corpus; a crash fails the run and leaves
// its input in build/fuzz/artifacts. With --inputs each target gets N inputs that are the same in every run.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { findFuzzCompiler } from './lib/requirements.mjs';
import { root, start } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, inputs: { type: 'string' } },
  allowPositionals: true,
});
const sources = readdirSync(join(root, 'tests/fuzz')).filter((file) => file.endsWith('.cpp'));
const targets = positionals.length ? positionals : sources.map((file) => basename(file, '.cpp'));
if (!targets.length) throw new Error('tests/fuzz holds no target');

const compiler = findFuzzCompiler();
if (!compiler) throw new Error('no Clang with libFuzzer: run `node scripts/setup.mjs test`');
await buildPreset('sanitize', {
  targets,
  definitions: [`CMAKE_CXX_COMPILER=${compiler}`],
  quiet: true,
});

const extent = values.inputs
  ? [`-runs=${values.inputs}`, '-seed=1']
  : [`-max_total_time=${values.seconds}`];
const artifacts = join(root, 'build/fuzz/artifacts');
mkdirSync(artifacts, { recursive: true });
const failed = [];

async function fuzz(target) {
  // libFuzzer writes what it finds into the first folder.
  const corpus = join(root, 'build/fuzz', values.inputs ? 'same-corpus' : 'corpus', target);
  if (values.inputs) rmSync(corpus, { recursive: true, force: true });
  mkdirSync(corpus, { recursive: true });
  const seeds = join(root, 'tests/fuzz/corpus', target);
  const { child, exit } = start(
    join(root, 'build/sanitize/fuzzers', target),
    [
      ...extent,
      '-timeout=5',
      '-rss_limit_mb=2048',
      '-print_final_stats=1',
      '-verbosity=0',
      `-artifact_prefix=${artifacts}/${target}-`,
      corpus,
      ...(existsSync(seeds) ? [seeds] : []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  console.log(`${target}: ${extent[0]}, exit ${code}\n${output}${errors}`);
  if (code !== 0) failed.push(target);
}

// Each has one thread: as many at once as there are cores.
const waiting = [...targets];
const lanes = Array.from({ length: Math.min(availableParallelism(), waiting.length) }, async () => {
  for (let target = waiting.shift(); target; target = waiting.shift()) await fuzz(target);
});
await Promise.all(lanes);
if (failed.length)
  throw new Error(`failed: ${failed.join(', ')}; their inputs are in ${artifacts}`);
