/** The whole lab: the paper, its figures, and what a link brought. */
import { signal } from '@preact/signals';
import { type Paper, ren2020 } from 'ldp-bandits/papers';
import { anchorOf, FigureCard } from './card.js';
import { FigureState, titleOf } from './figure-state.js';

export interface LabNotice {
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string };
}

export const labNotice = signal<LabNotice | null>(null);

export const figures: readonly FigureState[] = statesOf(ren2020);

function statesOf(paper: Paper): readonly FigureState[] {
  return paper.figures.map((figure) => new FigureState(paper, figure));
}

export function LabPage() {
  const notice = labNotice.value;
  return (
    <>
      {notice && (
        <p class="notice" role="alert">
          {notice.text} {notice.link && <a href={notice.link.href}>{notice.link.label}</a>}
        </p>
      )}
      <section aria-labelledby="paper-title">
        <h2 id="paper-title">{ren2020.citation}</h2>
        <nav class="figure-list" aria-label="Figures">
          <ul>
            {figures.map((state) => (
              <li key={state.key}>
                <a href={`#${anchorOf(state)}`}>{titleOf(state.figure)}</a>
              </li>
            ))}
          </ul>
        </nav>
        {figures.map((state) => (
          <FigureCard key={state.key} state={state} />
        ))}
      </section>
    </>
  );
}
