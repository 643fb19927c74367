/** The pages of the papers, from the documents of the last full run. */
import { papers } from 'ldp-bandits/papers';
import { renderToString } from 'preact-render-to-string';
import chen2020 from '../../docs/figures/chen2020.md?raw';
import onlineLdpLinear from '../../docs/figures/online-ldp-linear.md?raw';
import ren2020 from '../../docs/figures/ren2020.md?raw';
import zheng2020 from '../../docs/figures/zheng2020.md?raw';
import { PAPERS, type PaperId } from '../src/playground/papers/list.js';
import { PaperIndex, PaperPage } from '../src/playground/papers/paper-page.js';
import { readDocument } from './figure-documents.js';

const DOCUMENTS: Readonly<Record<PaperId, string>> = {
  ren2020,
  chen2020,
  zheng2020,
  'online-ldp-linear': onlineLdpLinear,
};

/** @returns HTML by the id of the element that it belongs into */
export function paperPages(): Record<string, string> {
  const shown = PAPERS.flatMap(({ id }) => {
    const paper = papers.find((one) => one.id === id);
    return paper ? [{ paper, figures: readDocument(DOCUMENTS[id]) }] : [];
  });
  const pages = shown.map(({ paper, figures }) => [
    `paper-${paper.id}`,
    renderToString(<PaperPage paper={paper} figures={figures} />),
  ]);
  return { papers: renderToString(<PaperIndex papers={shown} />), ...Object.fromEntries(pages) };
}
