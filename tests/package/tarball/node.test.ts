import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const { project } = inject('packed');

/** Runs a file of the consumer in a fresh Node and reads the line of JSON that it prints. */
async function outcomeOf(...script: string[]) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, script, { cwd: project });
  expect(stderr).not.toMatch(/error/i);
  return JSON.parse(stdout);
}

const aVisit = {
  status: 'queued',
  sent: { accepted: 1, duplicate: 0, rejected: 0, pending: 0 },
};
const aBody = {
  v: 1,
  id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
  snapshot: expect.any(Number),
};
const aBit = expect.toBeOneOf([0, 1]);

test.each([
  ['import', 'node/esm.mjs'],
  ['the /arms entry', 'node/arms.mjs'],
  ['require() of the ES module', 'node/required.cjs'],
  ['the /url entry, which reads the wasm from its file', 'node/url.mjs'],
  ['a worker thread', 'node/worker-thread.mjs'],
])('Node sends one report through %s, and the collector learns from it', async (_, file) => {
  const outcome = await outcomeOf(file);
  expect(outcome).toMatchObject({ ...aVisit, learnt: 1 });
  expect([0, 1, 2]).toContain(outcome.action);
  expect(JSON.parse(outcome.body)).toEqual({ ...aBody, arm: outcome.action, level: 0, bit: aBit });
});

/** What stands in the report of a decision, once the decision is one of the experiment. */
const reportOf = {
  slates(action: number[], reported: number) {
    expect(action).toHaveLength(3);
    expect(action).toContain(reported);
    return { arm: reported, level: 0, bit: aBit };
  },
  points(action: [number, number][]) {
    expect(action).toHaveLength(2);
    for (const [x, y] of action) {
      expect(Math.abs(x - 0.5)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(y - 15)).toBeLessThanOrEqual(5);
    }
    return { coin: expect.stringMatching(/^[A-Za-z0-9_-]{11}$/), bit: aBit };
  },
  cards: () => ({
    part: expect.toBeOneOf(['moment', 'design']),
    data: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
  }),
};

test.each([
  ['of slates', 'slates'],
  ['about points', 'points'],
  ['of decisions with contexts', 'cards'],
] as const)('Node sends reports %s, with the wasm inside and from its file', async (_, name) => {
  const { visits, learnt } = await outcomeOf('node/both.mjs', name);
  expect(learnt).toBe(2);
  expect(visits).toHaveLength(2);
  for (const { body, action, reported, ...visit } of visits) {
    expect(visit).toMatchObject(aVisit);
    expect(JSON.parse(body)).toEqual({ ...aBody, ...reportOf[name](action, reported) });
  }
});

test('Node plays simulations on worker threads without any option, to the same bits', async () => {
  const { digests, workers } = await outcomeOf('node/pool.mjs');
  expect(workers).toEqual([0, 2]);
  expect(digests[0]).toMatch(/^sha256-/);
  expect(digests[1]).toBe(digests[0]);
});

test('plots and papers need no browser', async () => {
  const { svg, figures } = await outcomeOf('node/plot.mjs');
  expect(svg).toMatch(/^<svg /);
  expect(figures).toBeGreaterThan(8);
});

test('the command is installed and says how to use it', async () => {
  const command = join(project, 'node_modules/.bin/ldp-bandits');
  const { stdout } = await promisify(execFile)(command, ['--help'], { cwd: project });
  expect(stdout).toContain('replay');
});

test('the command simulates on worker threads, and says what is missing for a PNG', async () => {
  const command = join(project, 'node_modules/.bin/ldp-bandits');
  const run = (...args: string[]) =>
    promisify(execFile)(command, ['simulate', 'node/spec.json', ...args], { cwd: project });
  const { stdout } = await run('--workers', '2', '--svg', 'plot.svg');
  expect(stdout).toMatch(/digest sha256-/);
  await expect(run('--png', 'plot.png')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm install @resvg/resvg-js'),
  });
});
