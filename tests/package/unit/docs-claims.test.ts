// What README says in figures and in its table of algorithms is what the catalog and the measurements say.
import { catalog, defaultBySet } from 'ldp-bandits/simulation';
import { expect, test } from 'vitest';
import { text } from './docs-support.js';

const readme = text('README.md');
const figures = text('docs/figures/second-generation.md');

/** Mean regret of a run in the table of a section of docs/figures/second-generation.md. */
function regret(section: string, runs: string, run: string): number {
  const [, page = ''] = figures.split(`\n## ${section}: `);
  const [table = ''] = page.split('\n## ');
  const row = table.split('\n').find((line) => line.startsWith(`| ${runs} | ${run} |`));
  if (!row) throw new Error(`no row for ${runs}, ${run}`);
  return Number(row.split('|')[3]?.split('±')[0]?.replaceAll(',', ''));
}

test('README has at most 150 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
});

test('the table of algorithms by use names every default, and algorithms that there are only', () => {
  const [, table = ''] = readme.split('## Algorithms by use\n');
  const [rows = ''] = table.split('\n## ');
  const named = Array.from(rows.matchAll(/^\| [^|]+ \| `([\w-]+)` \|/gm), ([, id]) => id);
  const ids: readonly string[] = catalog.map(({ id }) => id);
  expect(named.filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  const defaults = catalog.filter((entry) => entry.default).map(({ id }): string => id);
  expect(named).toEqual(expect.arrayContaining([...defaults, ...Object.values(defaultBySet)]));
});

test('the price of one option is the measured one', () => {
  const raw = regret('arms', 'few, no privacy', 'Thompson, no privacy');
  const price = (epsilon: number) => regret('arms', `few, ε = ${epsilon}`, 'LDP Thompson') / raw;
  expect(readme).toContain(`${price(1).toFixed(1)} times Thompson sampling without privacy`);
  const guide = text('docs/guides/choose.md').replaceAll('\n', ' ');
  expect(guide).toContain(`loses ${price(1).toFixed(1)} times as many`);
  expect(guide).toContain(`${price(2).toFixed(1)} times at ε = 2`);
});

test('the price of a slate is the measured one of the default of its set', () => {
  const byIndex = ['S', 'topk', 'mst'].map((world) => [world, 'CUCB-LDP-KL'] as const);
  const byDraw = ['sp', 'kpath', 'match'].map((world) => [world, 'Thompson, beta'] as const);
  // A minimum over a path: the normal law and the beta law are level.
  const worlds = [...byIndex, ...byDraw, ['bneck', 'Thompson, beta'] as const];
  const prices = worlds.map(
    ([world, run]) =>
      regret('slates', `${world}, ε = 1`, run) /
      regret('slates', `${world}, no privacy`, 'Thompson, no privacy'),
  );
  const span = `${Math.min(...prices).toFixed(1)} to ${Math.max(...prices).toFixed(0)} times`;
  expect(readme).toContain(`${span} Thompson sampling without privacy`);
  expect(text('docs/measured.md')).toContain(`${span} as much`);
});

test('the numbers of README are those of docs/measured.md, docs/page-life.md and docs/audit.md', () => {
  const measured = text('docs/measured.md');
  for (const page of [readme, measured]) expect(page).toContain('22,900');
  const [, ...sizes] =
    /own modules \| ([\d.]+), ([\d.]+), ([\d.]+), ([\d.]+); ([\d.]+); /.exec(measured) ?? [];
  const [one, ...split] = [sizes.pop(), ...sizes.map(Number)] as [string, ...number[]];
  const [least, most] = [Math.min(...split), Math.max(...split)].map((size) => size.toFixed(1));
  expect(readme).toContain(`${least} to ${most} kB by bundler; ${one} kB in one file`);
  const [, right, all] = /\*\*(\d+) of (\d+) visits/.exec(text('docs/page-life.md')) ?? [];
  const count = (value?: string) => Number(value).toLocaleString('en-US');
  expect(readme).toContain(`${count(right)} of ${count(all)} counted once`);
  const audit = /None of (\d+) claims is refuted[\s\S]*catches all (\d+) sabotaged/;
  const [, claims, caught] = audit.exec(text('docs/audit.md')) ?? [];
  expect(readme).toContain(`[0 of ${claims}; ${caught} of ${caught}]`);
});

test('what noise costs at a mean of 50 % and of 2 % follows from the bit', () => {
  // Variance of the estimate from a bit at ε = 1 over that of a raw click.
  const price = (mean: number) => {
    const theta = Math.tanh(1 / 2);
    const seen = (1 - theta) / 2 + theta * mean;
    return (seen * (1 - seen)) / theta ** 2 / (mean * (1 - mean));
  };
  for (const page of [readme, text('docs/guides/limits.md')]) {
    expect(page).toContain(`50% takes ${price(0.5).toFixed(1)} times`);
    expect(page).toMatch(new RegExp(`2% (takes )?${price(0.02).toFixed(0)} times`));
  }
});
