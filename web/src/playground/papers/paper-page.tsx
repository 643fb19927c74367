/** The page of one paper as the build writes it: plots and verdicts of the last full run, nothing to wait for. */
import type { Figure, Paper } from 'ldp-bandits/papers';
import { plural } from '../../shared/format.js';
import { figureName, PAPERS } from './list.js';
import { CLAIMS_FILE, type StoredFigure, type StoredPlot, standingOf } from './stored.js';
import { titleOf } from './titles.js';

/** From the page of a paper. */
const FIGURES = '../../../../docs/figures/';
/** Of every plot that `npm run figures` writes. */
const SIZE = { width: 720, height: 420 };

interface PaperProps {
  readonly paper: Paper;
  readonly figures: readonly StoredFigure[];
}

export function PaperPage({ paper, figures }: PaperProps) {
  const [authors, title] = citationOf(paper);
  const claims = figures.flatMap((figure) => figure.claims);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        {authors}. <ArxivLink id={paper.id} />
      </p>
      <p class="paper-verdict">
        {paper.about &&
          'The paper has no experiments: this project made these figures for its theorems. '}
        <b>{standingOf(claims)}</b>. <a href={CLAIMS_FILE}>All verdicts as JSON</a>.
      </p>
      {paper.findings && (
        <>
          <p class="first-finding">{paper.findings[0]}</p>
          <details class="needs-script" data-findings>
            <summary>More on what was reproduced</summary>
          </details>
        </>
      )}
      <nav class="figure-list" aria-label="Figures">
        <ul>
          {figures.map(({ id }) => (
            <li key={id}>
              <a href={`#figure-${figureName(paper.id, id)}`}>{id}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div id="link-notice" />
      <div class="figure-cards">
        {figures.map((stored) => {
          const figure = paper.figures.find(({ id }) => id === stored.id);
          return (
            figure && <StoredCard key={stored.id} paper={paper} figure={figure} stored={stored} />
          );
        })}
      </div>
    </>
  );
}

function StoredCard(props: { paper: Paper; figure: Figure; stored: StoredFigure }) {
  const { paper, figure, stored } = props;
  const name = figureName(paper.id, figure.id);
  const [first, ...others] = stored.plots;
  return (
    <article class="figure-card" id={`figure-${name}`} aria-labelledby={`figure-${name}-title`}>
      <h2 id={`figure-${name}-title`} tabIndex={-1}>
        <span class="figure-number">{titleOf(figure)}</span> {figure.title}
      </h2>
      <div class="figure-stored">
        {first && <Plot plot={first} />}
        {others.length > 0 && (
          <details>
            <summary>{plural(others.length, 'more plot')}</summary>
            <div class="plots">
              {others.map((plot) => (
                <Plot key={plot.file} plot={plot} />
              ))}
            </div>
          </details>
        )}
        <details class="stored-claims" data-figure={figure.id}>
          <summary>{standingOf(stored.claims)}</summary>
        </details>
      </div>
      <div class="figure-live needs-script">
        <button type="button" class="run-here" data-figure={name}>
          Run it here<span class="visually-hidden">: {titleOf(figure)}</span>
        </button>
      </div>
    </article>
  );
}

function Plot({ plot: { file, title, part } }: { plot: StoredPlot }) {
  return (
    <figure class="stored-plot">
      <img src={FIGURES + file} alt={`Plot: ${title}`} loading="lazy" {...SIZE} />
      {part && <figcaption class="fine">{part}</figcaption>}
    </figure>
  );
}

/** The index: each paper with its first plot. */
export function PaperIndex({ papers }: { papers: readonly PaperProps[] }) {
  return (
    <ul class="paper-index">
      {papers.map(({ paper, figures }) => {
        const [authors, title] = citationOf(paper);
        const [plot] = figures[0]?.plots ?? [];
        return (
          <li key={paper.id}>
            {plot && <img src={FIGURES.slice(3) + plot.file} alt="" loading="lazy" {...SIZE} />}
            <h2>
              <a href={`${paper.id}/`}>{title}</a>
            </h2>
            <p class="fine">
              {authors}. <ArxivLink id={paper.id} />
            </p>
            <p>{standingOf(figures.flatMap(({ claims }) => claims))}</p>
          </li>
        );
      })}
    </ul>
  );
}

function ArxivLink({ id }: { id: string }) {
  const arxiv = PAPERS.find((paper) => paper.id === id)?.arxiv ?? null;
  return arxiv && <a href={`https://arxiv.org/abs/${arxiv}`}>arXiv:{arxiv}</a>;
}

/** "Wenbo Ren, … 2020, Multi-Armed Bandits …" as authors with year, and title. */
function citationOf({ citation }: Paper): readonly [authors: string, title: string] {
  const [, authors = '', title = ''] = /^(.+?(?: \d{4}|\))), (.+)$/.exec(citation) ?? [];
  return [authors, title];
}
