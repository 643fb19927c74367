// The wall, shown by trying: what must not compile does not, and next to every attempt a control that
// differs in nothing else does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/lib/run.mjs';
import { compileFlags, compiles } from './compile.mjs';

/** The folders of src/, each with those that it may include besides itself, and a header of its own. */
const folders = {
  foundation: { sees: [], header: 'foundation/result.hpp' },
  random: { sees: ['foundation'], header: 'random/samplers.hpp' },
  privacy: { sees: ['foundation'], header: 'privacy/released.hpp' },
  mechanisms: {
    sees: ['random', 'privacy', 'foundation'],
    header: 'mechanisms/convert_to_bernoulli.hpp',
  },
  protocol: { sees: ['privacy', 'foundation'], header: 'protocol/arm_report.hpp' },
  oracles: { sees: ['protocol', 'privacy', 'foundation'], header: 'oracles/oracle.hpp' },
  client: {
    sees: ['oracles', 'protocol', 'mechanisms', 'random', 'privacy', 'foundation'],
    header: 'client/multi_armed_client.hpp',
  },
  server: {
    sees: ['oracles', 'protocol', 'privacy', 'foundation'],
    header: 'server/multi_armed/multi_armed_learner.hpp',
  },
  simulation: {
    sees: [
      'server',
      'client',
      'oracles',
      'protocol',
      'mechanisms',
      'random',
      'privacy',
      'foundation',
    ],
    header: 'simulation/simulation.hpp',
  },
};
const names = Object.keys(folders);
const maySee = (from, to) => from === to || folders[from].sees.includes(to);

function filesUnder(directory) {
  return readdirSync(join(root, directory), { recursive: true })
    .filter((file) => /\.[ch]pp$/.test(file))
    .map((file) => join(directory, file));
}

/** The lines of `files` that match, as `file:line: text`. */
function linesWith(pattern, files) {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}

let flags;
beforeAll(async () => {
  flags = await compileFlags();
}, 120_000);

test('src/ has the folders of the architecture and no others', () => {
  expect(readdirSync(join(root, 'src')).sort()).toEqual([...names].sort());
});

describe('a folder compiles with the headers that it may see, and with no others', () => {
  // foundation is headers only, so it has no compile command; the text of its includes is checked below.
  for (const from of names.filter((name) => name !== 'foundation')) {
    for (const to of names) {
      const title = `${from} ${maySee(from, to) ? 'includes' : 'cannot include'} ${to}`;
      test.concurrent(title, { timeout: 60_000 }, async () => {
        const { header } = folders[to];
        const { ok, said } = await compiles(flags.get(from), '-', `#include "${header}"\n`);
        expect({ ok, said }).toEqual(
          maySee(from, to)
            ? { ok: true, said: '' }
            : { ok: false, said: expect.stringContaining(header) },
        );
        if (!ok) expect(said).toMatch(/No such file or directory|file not found/);
      });
    }
  }
});

test('no #include in src/ names a folder that its own may not see', () => {
  for (const from of names) {
    const others = names.filter((to) => !maySee(from, to)).join('|');
    if (!others) continue;
    const pattern = new RegExp(`^\\s*#\\s*include\\s+"(${others})/`);
    expect(linesWith(pattern, filesUnder(`src/${from}`))).toEqual([]);
  }
});

test('no #include in src/ or bindings/ steps out of the include path', () => {
  const pattern = /^\s*#\s*include\s+["<](.*\.\.|\/)/;
  expect(pattern.test('#include "../client/x.hpp"') && pattern.test('#include "/x.hpp"')).toBe(
    true,
  );
  expect(linesWith(pattern, [...filesUnder('src'), ...filesUnder('bindings')])).toEqual([]);
});

test('nothing that a device runs names a generator that could be seeded', () => {
  const pattern =
    /SeededStream|philox|splitmix|xoshiro|pcg32|mt19937|minstd|ranlux|random_device|random_engine|[^_a-z]s?rand\(/i;
  expect(linesWith(pattern, filesUnder('src/simulation')).length).toBeGreaterThan(0);
  const device = ['foundation', 'random', 'privacy', 'mechanisms', 'protocol', 'client'];
  const files = device.flatMap((folder) => filesUnder(`src/${folder}`));
  const bindings = readdirSync(join(root, 'bindings'))
    .filter((file) =>
      /^(client|contextual|combinatorial|convex|page|sealed|decision_set|convex_experiment)\./.test(
        file,
      ),
    )
    .map((file) => `bindings/${file}`);
  // Codewords are public: every party draws them again from the id of a report (docs/spec/codebook.md, section 5). So
  // they may come from a counter, in one file, which has no source of private randomness.
  const codewords = 'src/privacy/codebook.cpp';
  expect(linesWith(/random\/|WordSource|entropy/, [codewords])).toEqual([]);
  const others = [...files, ...bindings].filter((file) => file !== codewords);
  expect(others).toHaveLength(files.length + bindings.length - 1);
  expect(linesWith(pattern, others)).toEqual([]);
});

// oracles/ uses public coins, which an attacker can compute too, so no private number may depend on them:
// mechanisms/ cannot see oracles/, and client/ may ask an oracle but names no such coin.
test('nothing that touches private data names a public coin', () => {
  const pattern = /public_coins|public_word|public_uniform|mix_public/;
  expect(linesWith(pattern, filesUnder('src/oracles')).length).toBeGreaterThan(0);
  const device = ['random', 'privacy', 'mechanisms', 'client'];
  expect(
    linesWith(
      pattern,
      device.flatMap((folder) => filesUnder(`src/${folder}`)),
    ),
  ).toEqual([]);
});

const casesDirectory = 'tests/native/wall/cases';
for (const file of readdirSync(join(root, casesDirectory))) {
  const path = join(root, casesDirectory, file);
  const source = readFileSync(path, 'utf8');
  const [, folder] = /^\/\/ Compiled with the include path of: (\w+)$/m.exec(source);
  const variants = source.matchAll(/VARIANT == (\d+) {2}\/\/ (allowed|refused): (.*)$/gm);
  describe(file.replace('.cpp', '').replaceAll('_', ' '), () => {
    for (const [, number, verdict, what] of variants) {
      test.concurrent(`${verdict}: ${what}`, { timeout: 60_000 }, async () => {
        const { ok, said } = await compiles([...flags.get(folder), `-DVARIANT=${number}`], path);
        expect(said).not.toMatch(/No such file or directory|file not found/);
        if (verdict === 'allowed') expect({ ok, said }).toEqual({ ok: true, said: '' });
        // The complaint is about the line in question, not about something in a header.
        else expect(said).toMatch(new RegExp(`${file}:\\d+:\\d+: error: `));
        expect(ok).toBe(verdict === 'allowed');
      });
    }
  });
}
