/** Figures run in this tab: loaded when the first of them is asked for. */
import { papers } from 'ldp-bandits/papers';
import { render } from 'preact';
import { guardRuns } from '../../runs/guard.js';
import { LinkNotice, watchLinks } from '../../runs/links.js';
import { testSpeed } from '../../runs/speed.js';
import { FigureCard } from './card.js';
import { FigureState } from './figure-state.js';
import { Findings } from './findings.js';

const id = document.querySelector<HTMLElement>('[data-paper]')?.dataset['paper'];
const paper = papers.find((one) => one.id === id);
const states = paper?.figures.map((figure) => new FigureState(paper, figure)) ?? [];
const opened = new Set<string>();

guardRuns();
void whenIdle().then(testSpeed);

/** @param name of a figure of this page; its buttons take the place of the one that was pressed */
export function open(name: string): FigureState | null {
  const state = states.find((one) => one.name === name);
  const place = document.querySelector<HTMLElement>(`#figure-${CSS.escape(name)} .figure-live`);
  if (!state || !place) return null;
  if (!opened.has(name)) {
    opened.add(name);
    place.replaceChildren();
    render(<FigureCard state={state} />, place);
    place.querySelector<HTMLElement>('button')?.focus();
  }
  return state;
}

/** Takes the run of the link, and of each that follows. */
export function watch(): void {
  const place = document.getElementById('link-notice');
  if (place) render(<LinkNotice />, place);
  void watchLinks((shared) => {
    if (!shared) return null;
    const { figure, specs, digests } = shared;
    const state = open(figure ?? '');
    if (!state) {
      return {
        text: 'This link holds a run of no figure on this page.',
        link: { label: 'Open it in the playground', href: `../../${location.hash}` },
      };
    }
    state.restore(specs, digests);
    document.getElementById(`figure-${state.name}`)?.scrollIntoView();
    document.getElementById(`figure-${state.name}-title`)?.focus({ preventScroll: true });
    return null;
  }, 'The figures below work');
}

/** What was reproduced and what was not, in the words of the library. */
export function showFindings(details: HTMLElement): void {
  const place = document.createElement('div');
  details.append(place);
  render(
    <>
      {paper?.about && <p class="paper-about">{paper.about}</p>}
      <Findings title="" sentences={paper?.findings?.slice(1)} />
    </>,
    place,
  );
}

/** The speed test waits until the page has nothing better to do. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
    else setTimeout(resolve, 1000);
  });
}
