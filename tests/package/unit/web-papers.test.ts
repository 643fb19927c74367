/** The pages of the papers: what the build reads of the last full run, and where older links lead. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimsOf, papers } from 'ldp-bandits/papers';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../web/build/figure-documents.js';
import { figureName, leadTo, PAPERS, paperOf } from '../../../web/src/playground/papers/list.js';
import { standingOf } from '../../../web/src/playground/papers/stored.js';

const kFigures = join(import.meta.dirname, '../../../docs/figures');
const documentOf = (paper: string) => readFileSync(join(kFigures, `${paper}.md`), 'utf8');

it('every published paper has a page', () => {
  expect(PAPERS.map(({ id }) => id).sort()).toEqual(papers.map(({ id }) => id).sort());
});

describe.each(papers)('the last full run of $id', ({ id, figures }) => {
  const text = documentOf(id);
  const stored = readDocument(text);

  it('has every figure of the paper, in its order', () => {
    expect(stored.map((figure) => figure.id)).toEqual(figures.map((figure) => figure.id));
  });

  it('has a verdict on every claim that the library makes, and no other', () => {
    for (const figure of figures) {
      const found = stored.find((one) => one.id === figure.id)?.claims ?? [];
      const made = (figure.documented ?? [{}]).flatMap((chosen) => claimsOf(figure, chosen));
      const told = new Set(found.map(({ sentence, claimedBy }) => `${claimedBy}: ${sentence}`));
      expect(told).toEqual(
        new Set(made.map(({ sentence, claimedBy }) => `${claimedBy}: ${sentence}`)),
      );
      expect(found.length).toBe(made.length);
    }
  });

  it('says of as many claims that they hold as the document does', () => {
    const all = stored.flatMap(({ claims }) => claims);
    expect(all.filter(({ holds }) => holds).length).toBe(text.match(/\| holds \|$/gm)?.length);
  });

  it('has plots of every figure, and each plot is there', () => {
    for (const { plots } of stored) {
      expect(plots.length).toBeGreaterThan(0);
      for (const { file } of plots) expect(existsSync(join(kFigures, file))).toBe(true);
    }
  });
});

it('a table of claims in another form is refused, not read wrong', () => {
  const table = '## 1a: A\n\n| claim | of | accepted | measured | verdict |\n';
  expect(() => readDocument(`${table}| A. | the paper | 1 | 2 | perhaps |\n`)).toThrow(/perhaps/);
});

it('what holds is counted apart for the paper and for this project', () => {
  const claim = { sentence: '', where: '', accepted: '', measured: '', holds: true };
  const claims = [
    { ...claim, claimedBy: 'paper' } as const,
    { ...claim, claimedBy: 'paper', holds: false } as const,
    { ...claim, claimedBy: 'project' } as const,
  ];
  expect(standingOf(claims)).toBe('Claims that hold: paper 1/2, project 1/1');
  expect(standingOf(claims.slice(2))).toBe('Claims that hold: project 1/1');
});

describe('a link that was made when all papers were one page', () => {
  it.each([
    ['#s=1.AA&figure=1c', './ren2020/#s=1.AA&figure=1c'],
    ['#s=1.AA&s=1.BB&figure=chen2020-F1', './chen2020/#s=1.AA&s=1.BB&figure=chen2020-F1'],
    [
      '#s=1.AA&figure=online-ldp-linear-1b&d=x',
      './online-ldp-linear/#s=1.AA&figure=online-ldp-linear-1b&d=x',
    ],
    ['#s=1.AA', '../#s=1.AA'],
    ['#figure-zheng2020-G2-4', './zheng2020/#figure-zheng2020-G2-4'],
    ['#figure-1a', './ren2020/#figure-1a'],
    ['#chen2020', './chen2020/'],
  ])('%s leads to %s', (hash, to) => {
    expect(leadTo(hash)).toBe(to);
  });

  it.each(['', '#main', '#s', '#figure-'])('%s leads nowhere', (hash) => {
    expect(leadTo(hash)).toBeNull();
  });

  it('finds the paper of every figure', () => {
    for (const paper of papers) {
      for (const { id } of paper.figures) expect(paperOf(figureName(paper.id, id))).toBe(paper.id);
    }
  });
});
