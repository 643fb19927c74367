/** The whole lab: the paper, its figures, and what a link brought. */
import { type Paper, papers } from 'ldp-bandits/papers';
import { LinkNotice } from '../../runs/start.js';
import { anchorOf, FigureCard } from './card.js';
import { FigureState, titleOf } from './figure-state.js';
import { Findings } from './findings.js';

const sections = papers.map((paper) => ({
  paper,
  states: paper.figures.map((figure) => new FigureState(paper, figure)),
}));

export const figures: readonly FigureState[] = sections.flatMap(({ states }) => states);

export function LabPage() {
  return (
    <>
      <LinkNotice />
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
