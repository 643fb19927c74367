// The full audit: what it keeps, what it samples again, and that its document says what its rows say.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/run.mjs';
import { boundClaim, judge, kPrintedAlpha } from '../audit-claim.mjs';
import { bitClaim } from '../claims.mjs';
import { epsilonLowerBound, muLowerBound } from '../clopper-pearson.mjs';
import { pathsOf } from '../paths.mjs';
import { describe as described, sizes } from '../sizes.mjs';
import { uniforms, wireOf } from '../uniforms.mjs';
import { isPassed, writeDocument } from './audit-in-full.mjs';
import { documentOf } from './document.mjs';
import { fullPlan, kEpsilons } from './plan.mjs';
import { RowStore, readRows } from './rows.mjs';
import { runPlan } from './run-plan.mjs';

const kSize = { reports: 10_000, choosing: 0.1 };

/** A bit that keeps `epsilon`. */
const bits = (epsilon, uniform) => async (_claim, inputOf, count) => ({
  values: Int32Array.from({ length: count }, (_, i) => {
    const truth = Math.min(1, Math.max(0, inputOf(i) ?? 0));
    return uniform() < 1 / (1 + Math.exp(-epsilon)) ? truth : 1 - truth;
  }),
  ...wireOf(count, 80),
});

/** The task of a claim about such a bit. */
function task(epsilon, wasm, sample = bits(epsilon, uniforms(17))) {
  const claim = bitClaim(epsilon);
  return {
    identity: {
      ...{ kind: 'claim', module: 'ldp-bandits', wasm, method: 1 },
      ...described(claim),
      ...{ section: 'scalar', ...kSize },
    },
    seconds: 1,
    run: async () => ({
      ...(await judge(claim.claimed, () => boundClaim(claim, sample, kSize.reports, kSize))),
      day: '2026-01-02',
    }),
  };
}

const tasksOf = (wasm) => [0.5, 1, 2].map((epsilon) => task(epsilon, wasm));

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => join(folder, 'full.jsonl');

/** Runs `tasks` with a store of its own, as another start does; which of them were sampled. */
async function start(tasks, dies = () => false) {
  const sampled = [];
  const work = async (index) => {
    if (dies(index)) throw new Error('stopped');
    sampled.push(tasks[index].identity.epsilon);
    return tasks[index].run();
  };
  const rows = await runPlan(tasks, new RowStore(file()), [work], () => {}).catch(() => []);
  return { sampled, rows };
}

describe('rows that are finished', () => {
  it('are not sampled again, and stay what they were', async () => {
    const stopped = await start(tasksOf('aa'), (index) => index === 2);
    expect(stopped.sampled).toEqual([0.5, 1]);
    const resumed = await start(tasksOf('aa'));
    expect(resumed.sampled).toEqual([2]);
    const again = await start(tasksOf('aa'));
    expect(again.sampled).toEqual([]);
    expect(again.rows).toEqual(resumed.rows);
    expect(again.rows.map(({ epsilon }) => epsilon)).toEqual([0.5, 1, 2]);
  });

  it('are sampled again for another wasm, another size and another method', async () => {
    await start(tasksOf('aa'));
    expect((await start(tasksOf('bb'))).sampled).toEqual([0.5, 1, 2]);
    for (const other of [{ reports: 40_000 }, { choosing: 1 }, { method: 2 }]) {
      const changed = tasksOf('aa').map((one) => ({
        ...one,
        identity: { ...one.identity, ...other },
      }));
      expect((await start(changed)).sampled).toEqual([0.5, 1, 2]);
    }
  });

  it('survive a line that was being written when the run was killed', async () => {
    await start(tasksOf('aa').slice(0, 2));
    appendFileSync(file(), '\n{"kind":"claim","wasm":"aa","eps');
    expect((await start(tasksOf('aa'))).sampled).toEqual([2]);
    expect((await start(tasksOf('aa'))).sampled).toEqual([]);
  });
});

it('what workers share is sampled once', async () => {
  const tasks = tasksOf('aa');
  const sampled = [];
  const work = async (index) => {
    sampled.push(index);
    return tasks[index].run();
  };
  const rows = await runPlan(tasks, new RowStore(file()), [work, work], () => {});
  expect(sampled.sort()).toEqual([0, 1, 2]);
  expect(rows.map(({ epsilon }) => epsilon)).toEqual([0.5, 1, 2]);
});

const signalOf = { epsilon: epsilonLowerBound, mu: muLowerBound };

/** The bounds of a row from its counts: on the loss, and on what the event shows of it. */
function boundsFromCounts({ hits, trials, tests, loss }) {
  const alpha = kPrintedAlpha / tests;
  const turned = ([a, b]) => [b, a];
  return {
    lower: Math.max(0, signalOf[loss](hits, trials, alpha)),
    upper: -signalOf[loss](turned(hits), turned(trials), alpha),
  };
}

describe('the bounds of a row', () => {
  it('enclose the loss of a bit, which its best event shows in full', async () => {
    const { rows } = await start(tasksOf('aa'));
    for (const { claimed, printed, upper, trials } of rows) {
      expect(trials).toEqual([kSize.reports, kSize.reports]);
      expect(printed).toBeLessThan(claimed);
      expect(printed).toBeGreaterThan(0.7 * claimed);
      expect(upper).toBeGreaterThan(claimed);
      expect(upper).toBeLessThan(1.3 * claimed);
    }
  });

  it('follow from its counts', async () => {
    const { rows } = await start(tasksOf('aa'));
    for (const row of rows) {
      const { lower, upper } = boundsFromCounts(row);
      expect(row.printed).toBe(lower);
      expect(row.upper).toBe(upper);
    }
  });
});

describe('the document', () => {
  const files = () => ['audit.md', 'audit/rows.jsonl'].map((name) => join(folder, name));
  const read = (name) => readFileSync(name, 'utf8');

  it('is what the rows beside it give', async () => {
    const { rows } = await start(tasksOf('aa'));
    writeDocument(folder, rows);
    const [document, lines] = files().map(read);
    expect(document).toBe(documentOf(readRows(lines)));
    expect(readRows(lines)).toEqual(rows);
    expect(document).toContain(rows[1].printed.toFixed(3));
    expect(document).toContain('None of 3 claims is refuted');
    expect(document).toContain('Sampled 2026-01-02');
  });

  it('names the wasm that was sampled, and refuses rows of two', async () => {
    const [first, second] = [await start(tasksOf('aa')), await start(tasksOf('bb'))];
    expect(documentOf(first.rows)).toContain('`aa`');
    expect(documentOf(first.rows)).not.toContain('`bb`');
    expect(documentOf(second.rows)).toContain('`bb`');
    expect(() => documentOf([first.rows[0], second.rows[1]])).toThrow(/two builds/);
  });

  it('says of which build the rows are, where another one is shipped', async () => {
    const { rows } = await start(tasksOf('aa'));
    const { module } = rows[0];
    const same = documentOf(rows, undefined, { [module]: 'aa' });
    expect(same).toContain('from the wasm that is shipped.');
    expect(same).not.toContain('earlier build');
    const older = documentOf(rows, undefined, { [module]: 'bb' });
    expect(older).not.toContain('from the wasm that is shipped.');
    expect(older).toContain(`\`${module}.wasm\` are of an earlier build** and none was run anew`);
    expect(older).toContain(`| \`${module}.wasm\` | \`aa\` | \`bb\` |`);
  });

  it('says which claim is refuted, and the run fails', async () => {
    const kept = await start(tasksOf('aa'));
    expect(isPassed(kept.rows)).toBe(true);
    const broken = task(1, 'bb', bits(2, uniforms(19)));
    const { rows } = await start([task(0.5, 'bb'), broken]);
    expect(isPassed(rows)).toBe(false);
    const document = documentOf(rows);
    expect(document).toContain('1 of 2 claims are REFUTED');
    expect(document).toMatch(/\*\*REFUTED\*\* \(epsilon 1\): 1\.\d+ to 2\.\d+/);
    // To sample until it passes is no way to pass.
    expect((await start([task(0.5, 'bb'), broken])).sampled).toEqual([]);
  });

  it('says which sabotage survived, and the run fails', async () => {
    const { rows } = await start(tasksOf('aa'));
    const mutant = {
      ...rows[0],
      ...{ kind: 'mutant', name: 'a-fault', fault: 'a fault', detect: 'sampling' },
    };
    const caught = { ...mutant, caught: true, refuted: false };
    expect(documentOf([...rows, caught])).toContain(
      'catches all 1 sabotaged clients, at each of 1 claims',
    );
    expect(isPassed([...rows, caught])).toBe(true);
    const survivor = { ...mutant, caught: false, refuted: true };
    expect(documentOf([...rows, survivor])).toContain('1 of 1 sabotaged clients SURVIVED');
    expect(isPassed([...rows, survivor])).toBe(false);
  });
});

describe('the plan', () => {
  const plan = fullPlan({});
  const claims = plan
    .map(({ identity }) => identity)
    .filter(({ kind, section }) => kind === 'claim' && section !== 'page');

  it('has no two tasks of one identity', () => {
    const identities = plan.map(({ identity }) => JSON.stringify(identity));
    expect(new Set(identities).size).toBe(plan.length);
  });

  it('has every mechanism of the audit, without delta at every epsilon that it allows', () => {
    const normal = pathsOf(sizes(false)).flatMap((path) => path.claims);
    const isPlanned = ({ mechanism, epsilon, delta = 0 }) =>
      claims.some((claim) => {
        const isSame = claim.mechanism === mechanism && claim.epsilon === epsilon;
        return isSame && claim.delta === delta;
      });
    expect(normal.filter((claim) => !isPlanned(claim))).toEqual([]);
    const pure = new Set(normal.filter(({ delta }) => !delta).map(({ mechanism }) => mechanism));
    expect(pure.size).toBeGreaterThan(20);
    for (const mechanism of pure) {
      const allowed = mechanism === 'pair, codebook' ? [4, 8] : kEpsilons;
      expect(allowed.filter((epsilon) => !isPlanned({ mechanism, epsilon }))).toEqual([]);
    }
  });

  it('judges 10^7 reports for a pair of scalars, 10^6 of others', () => {
    for (const { section, mechanism, reports } of claims) {
      const isScalar = section === 'scalar' || section === 'point';
      expect(2 * reports, mechanism).toBe(isScalar ? 1e7 : 1e6);
    }
  });

  it('begins with codebook reports at 1 and 4, goes on with scalars, and ends with the sabotages', () => {
    const order = plan.map(({ identity: { kind, section } }) => section ?? kind);
    expect(order.indexOf('scalar')).toBe(9);
    expect(new Set(order.slice(0, 9))).toEqual(new Set(['codebook']));
    expect(new Set(order.slice(order.indexOf('mutant')))).toEqual(new Set(['mutant']));
  });
});

it('docs/audit.md, once there, is what its rows say, and their bounds follow from their counts', () => {
  const [document, lines] = ['docs/audit.md', 'docs/audit/rows.jsonl'].map((name) =>
    join(root, name),
  );
  expect(existsSync(document)).toBe(existsSync(lines));
  if (!existsSync(document)) return;
  const rows = readRows(readFileSync(lines, 'utf8'));
  const text = readFileSync(document, 'utf8');
  // Another compiler makes other bytes of the same source, so what is shipped is as the document says.
  const shipped = text.matchAll(/^\| `([\w-]+)\.wasm` \| `\w+` \| `(\w+)` \|$/gm);
  const hashes = Object.fromEntries(Array.from(shipped, ([, name, hash]) => [name, hash]));
  expect(text).toBe(documentOf(rows, undefined, hashes));
  expect(isPassed(rows)).toBe(true);
  for (const row of rows.filter(({ kind }) => kind === 'claim')) {
    const { lower, upper } = boundsFromCounts(row);
    expect(row.printed).toBeCloseTo(lower, 9);
    if (row.upper !== null) expect(row.upper).toBeCloseTo(upper, 9);
    expect(row.printed).toBeLessThanOrEqual(row.claimed);
  }
});
