/** Reads docs/figures/<paper>.md, which `npm run figures` writes: the plots and the verdict on every claim. */
import type { StoredClaim, StoredFigure } from '../src/playground/papers/stored.js';

const PLOT = /^!\[(.*)\]\((.*)\)$/;
const HOLDS: Readonly<Record<string, boolean>> = { holds: true, '**does not hold**': false };

/** @throws {TypeError} for a table of claims in another form than `npm run figures` gives it */
export function readDocument(text: string): readonly StoredFigure[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.flatMap((section) => {
    const [, id = '', title = ''] = /^([\w-]+): (.*)/.exec(section) ?? [];
    const claims = claimsIn(section);
    return claims.length === 0 ? [] : [{ id, plots: plotsIn(section, title), claims }];
  });
}

function plotsIn(section: string, title: string) {
  return section.split('\n').flatMap((line) => {
    const [, alt = '', file = ''] = PLOT.exec(line) ?? [];
    const part = alt.slice(title.length).replace(/^: /, '');
    return file === '' ? [] : [{ file, title: alt, part }];
  });
}

function claimsIn(section: string): readonly StoredClaim[] {
  let second: 'of' | 'where' | null = null;
  let claimedBy: StoredClaim['claimedBy'] = 'project';
  return section.split('\n').flatMap((line) => {
    if (line.startsWith('What the paper says')) claimedBy = 'paper';
    if (line.startsWith('What an independent program')) claimedBy = 'project';
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
    if (cells.length === 0) second = null;
    if (cells[0] === 'claim') second = cells[1] === 'of' ? 'of' : 'where';
    if (second === null || cells[0] === 'claim' || cells[0] === '---') return [];
    const [sentence = '', of = '', accepted = '', measured = '', verdict = ''] = cells;
    const holds = HOLDS[verdict];
    if (holds === undefined) throw new TypeError(`figure documents: what is “${line}”?`);
    const by = of === 'the paper' ? 'paper' : 'project';
    const whose =
      second === 'of' ? ({ claimedBy: by, where: '' } as const) : { claimedBy, where: of };
    return [{ sentence, ...whose, accepted, measured, holds }];
  });
}
