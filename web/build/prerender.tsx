/** Renders the islands to HTML at build time, from the warm start: the page without script. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import abCounts from '../generated/ab-counts.json';
import ab from '../generated/ab-start.json';
import personal from '../generated/personal-start.json';
import slate from '../generated/slate-start.json';
import tune from '../generated/tune-start.json';
import warm from '../generated/warm-start.json';
import { type CardPage, cardIslands } from '../src/card-islands.js';
import { Chart, type ChartProps } from '../src/chart/chart.js';
import { DemoPanel } from '../src/demo-knows/demo-panel.js';
import { beginHistory } from '../src/demo-knows/history.js';
import { RehearsalPanel } from '../src/demo-knows/rehearsal-panel.js';
import { AbDemoPanel } from '../src/demos/ab/demo-knows/demo-panel.js';
import { abPage } from '../src/demos/ab/page.js';
import { errors } from '../src/demos/ab/server/state.js';
import { PersonalDemoPanel } from '../src/demos/personal/demo-knows/demo-panel.js';
import { personalPage } from '../src/demos/personal/page.js';
import { SlateDemoPanel } from '../src/demos/several/demo-knows/demo-panel.js';
import { slatePage } from '../src/demos/several/page.js';
import { TuneDemoPanel } from '../src/demos/sliders/demo-knows/demo-panel.js';
import { tunePage } from '../src/demos/sliders/page.js';
import { paths } from '../src/demos/sliders/server/state.js';
import type { Answer } from '../src/device/session.js';
import { homePage } from '../src/home/page.js';
import { figures } from '../src/how/figures.js';
import { start } from '../src/how/start.js';
import { LimitNumbers, numbersInText } from '../src/limits/numbers.js';
import { Threats } from '../src/limits/threats.js';
import { beginOffers, endOffers } from '../src/offers.js';
import { posterPage } from '../src/page.js';
import { PlayPage } from '../src/playground/page.js';
import type { Pasts } from '../src/server/past.js';
import { snapshot } from '../src/server/state.js';
import { DEFAULT_STOP } from '../src/shared/experiment.js';
import { HeaderTools } from '../src/shared/header-tools.js';
import { PriceTable } from '../src/shared/price-table.js';
import type { PublicSnapshot } from '../src/shared/snapshot.js';
import { StartPage } from '../src/start/page.js';
import { paperPages } from './paper-pages.js';

type Html = Record<string, string>;

/** A chart of the demos as it stands until the page draws its own, which has a table. */
const Still = (props: ChartProps) => <Chart {...props} isBare />;

/** @returns HTML by the id of the element that it belongs into */
export function prerender(): Html {
  const { uniform, oneCard } = personal;
  const pasts = { errors: ab.errors as unknown as Pasts, paths: tune.paths as unknown as Pasts };
  errors.begin(pasts.errors);
  paths.begin(pasts.paths);
  return {
    ...Object.fromEntries(
      Object.entries(figures(start)).map(([id, Figure]) => [id, renderToString(<Figure />)]),
    ),
    'page-tools': renderToString(<HeaderTools />),
    ...numbersInText(),
    'limit-threats': renderToString(<Threats />),
    'limit-numbers': renderToString(<LimitNumbers />),
    'limit-prices': renderToString(<PriceTable />),
    ...paperPages(),
    play: renderToString(<PlayPage />),
    start: renderToString(<StartPage />),
    ...offered(homePage, warm, <RehearsalPanel />),
    ...offered(posterPage, warm, <DemoPanel Chart={Still} />),
    ...card(
      personalPage,
      personal,
      <PersonalDemoPanel Chart={Still} uniform={uniform} oneCard={oneCard} />,
    ),
    ...card(slatePage, slate, <SlateDemoPanel Chart={Still} />),
    ...offered(abPage, ab, <AbDemoPanel counts={abCounts} Chart={Still} />),
    ...card(tunePage, tune, <TuneDemoPanel paths={pasts.paths} Chart={Still} />),
    'ab-errors': embedded(ab.errors),
    'sliders-paths': embedded(tune.paths),
  };
}

type Warm = {
  readonly snapshots: Readonly<Record<string, unknown>>;
} & Parameters<typeof beginHistory>[2];

/** A page whose option lies open. */
function offered(page: CardPage, warm: Warm, demo: VNode): Html {
  const html = card(page, warm, demo, beginOffers);
  endOffers();
  return html;
}

/** A card page with what its crowd has taught the collector. */
function card<A extends Answer>(
  page: CardPage<A>,
  warm: Warm,
  demo: VNode,
  begin = (_first: PublicSnapshot | null) => {},
): Html {
  const { prefix, levels } = page;
  snapshot.value = (warm.snapshots[levels.id(DEFAULT_STOP)] ?? null) as PublicSnapshot | null;
  begin(snapshot.value);
  beginHistory(levels, '', warm);
  const nothing = async () => undefined;
  const islands = cardIslands(page, { deal: nothing, answer: nothing, beforeForgetting: nothing });
  return {
    ...Object.fromEntries(
      Object.entries(islands).map(([id, Island]) => [id, renderToString(<Island />)]),
    ),
    [`${prefix}demo`]: renderToString(demo),
    [`${prefix}snapshot`]: embedded(snapshot.value),
  };
}

const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
