/** The papers that have a page, and which page a link leads to. */

export const PAPERS = [
  { id: 'ren2020', arxiv: '2007.03121' },
  { id: 'chen2020', arxiv: '2006.00706' },
  { id: 'zheng2020', arxiv: '2006.00701' },
  // Under review without names: it has no public address.
  { id: 'online-ldp-linear', arxiv: null },
] as const;

export type PaperId = (typeof PAPERS)[number]['id'];

/** In links and anchors. The first paper was the only one when the first links were made. */
export const figureName = (paper: string, figure: string) =>
  paper === 'ren2020' ? figure : `${paper}-${figure}`;

/** @param name a `figureName`, of which nothing is checked */
export const paperOf = (name: string): PaperId =>
  PAPERS.find(({ id }) => name.startsWith(`${id}-`))?.id ?? 'ren2020';

/**
 * Where a fragment leads that was made when all papers were one page.
 * @returns relative to the index of papers; null for a fragment that means nothing
 */
export function leadTo(hash: string): string | null {
  const anchor = hash.slice(1);
  if (PAPERS.some(({ id }) => id === anchor)) return `./${anchor}/`;
  const [, name] = /^figure-(.+)$/.exec(anchor) ?? [];
  if (name !== undefined) return `./${paperOf(name)}/${hash}`;
  const fields = new URLSearchParams(anchor);
  if (!fields.get('s')) return null;
  const figure = fields.get('figure');
  return figure === null ? `../${hash}` : `./${paperOf(figure)}/${hash}`;
}
