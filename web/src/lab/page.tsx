/** The whole lab: the paper, its figures, and what a link brought. */
import { signal } from '@preact/signals';
import { type Paper, papers } from 'ldp-bandits/papers';
import { anchorOf, FigureCard } from './card.js';
import { FigureState, titleOf } from './figure-state.js';
import { Findings } from './findings.js';

export interface LabNotice {
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string };
}

export const labNotice = signal<LabNotice | null>(null);

const sections = papers.map((paper) => ({
  paper,
  states: paper.figures.map((figure) => new FigureState(paper, figure)),
}));

export const figures: readonly FigureState[] = sections.flatMap(({ states }) => states);

export function LabPage() {
  const notice = labNotice.value;
  return (
    <>
      {notice && (
        <p class="notice" role="alert">
          {notice.text} {notice.link && <a href={notice.link.href}>{notice.link.label}</a>}
        </p>
      )}
      {sections.map(({ paper, states }) => (
        <PaperSection key={paper.id} paper={paper} states={states} />
      ))}
    </>
  );
}

function PaperSection(props: { paper: Paper; states: readonly FigureState[] }) {
  const { paper, states } = props;
  return (
    <section class="paper" id={paper.id} aria-labelledby={`${paper.id}-title`}>
      <h2 id={`${paper.id}-title`}>{paper.citation}</h2>
      {paper.about && <p class="paper-about">{paper.about}</p>}
      <Findings title="What was reproduced here, and what was not:" sentences={paper.findings} />
      <nav class="figure-list" aria-label={`Figures of ${paper.id}`}>
        <ul>
          {states.map((state) => (
            <li key={state.key}>
              <a href={`#${anchorOf(state)}`}>{titleOf(state.figure)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {states.map((state) => (
        <FigureCard key={state.key} state={state} />
      ))}
    </section>
  );
}
