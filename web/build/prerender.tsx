/** Renders the islands to HTML at build time, from the warm start: the page without script. */
import { computed } from '@preact/signals';
import { renderToString } from 'preact-render-to-string';

import abCounts from '../generated/ab-counts.json';
import ab from '../generated/ab-start.json';
import personal from '../generated/personal-start.json';
import slate from '../generated/slate-start.json';
import tune from '../generated/tune-start.json';
import warm from '../generated/warm-start.json';
import { AbDemoPanel } from '../src/ab/demo-knows/demo-panel.js';
import { abIslands } from '../src/ab/islands.js';
import { errors, testSnapshot } from '../src/ab/server/state.js';
import { abId } from '../src/ab/shared/experiment.js';
import { Chart } from '../src/chart/chart.js';
import { DemoPanel } from '../src/demo-knows/demo-panel.js';
import { beginHistory } from '../src/demo-knows/history.js';
import { EmbedPage } from '../src/embed/page.js';
import { figures } from '../src/how/figures.js';
import { start } from '../src/how/start.js';
import { islands } from '../src/islands.js';
import { LabPage } from '../src/lab/page.js';
import { LimitNumbers, numbersInText } from '../src/limits/numbers.js';
import { PersonalDemoPanel } from '../src/personal/demo-knows/demo-panel.js';
import { personalIslands } from '../src/personal/islands.js';
import { linearSnapshot } from '../src/personal/server/state.js';
import { personalId } from '../src/personal/shared/experiment.js';
import { PlayPage } from '../src/play/page.js';
import type { Pasts } from '../src/server/past.js';
import { snapshot } from '../src/server/state.js';
import { DEFAULT_STOP, experimentId } from '../src/shared/experiment.js';
import { HeaderTools } from '../src/shared/header-tools.js';
import type { PublicSnapshot } from '../src/shared/snapshot.js';
import { SlateDemoPanel } from '../src/slate/demo-knows/demo-panel.js';
import { slateIslands } from '../src/slate/islands.js';
import { slateSnapshot } from '../src/slate/server/state.js';
import { slateId } from '../src/slate/shared/experiment.js';
import { TuneDemoPanel } from '../src/tune/demo-knows/demo-panel.js';
import { tuneIslands } from '../src/tune/islands.js';
import { paths, tuneSnapshot } from '../src/tune/server/state.js';
import { tuneId } from '../src/tune/shared/experiment.js';

const nothing = async () => undefined;

/** @returns HTML by the id of the element that it belongs into */
export function prerender(): Record<string, string> {
  const snapshots = warm.snapshots as Record<string, PublicSnapshot>;
  snapshot.value = snapshots[experimentId(DEFAULT_STOP)] ?? null;
  beginHistory(warm);
  const pages = islands({ deal: nothing, answer: nothing, beforeForgetting: nothing });
  const html: Record<string, string> = {};
  for (const [id, Island] of Object.entries(pages)) html[id] = renderToString(<Island />);
  for (const [id, Figure] of Object.entries(figures(start))) html[id] = renderToString(<Figure />);
  html['demo'] = renderToString(
    <DemoPanel snapshot={computed(() => snapshot.value)} Chart={Chart} />,
  );
  html['page-tools'] = renderToString(<HeaderTools />);
  Object.assign(html, numbersInText());
  html['limit-numbers'] = renderToString(<LimitNumbers />);
  html['lab'] = renderToString(<LabPage />);
  html['play'] = renderToString(<PlayPage />);
  html['embed'] = renderToString(<EmbedPage />);
  html['warm-snapshot'] = embedded(snapshot.value);
  return {
    ...html,
    ...prerenderPersonal(),
    ...prerenderSlate(),
    ...prerenderAb(),
    ...prerenderTune(),
  };
}

/** The contextual page has the same panels, with another learner behind them. */
function prerenderPersonal(): Record<string, string> {
  const snapshots = personal.snapshots as unknown as Record<string, PublicSnapshot>;
  snapshot.value = snapshots[personalId(DEFAULT_STOP)] ?? null;
  beginHistory({ ...personal, nonPrivate: [] }, { key: '', name: personalId });
  const html: Record<string, string> = {};
  const islands = personalIslands({ deal: nothing, answer: nothing, beforeForgetting: nothing });
  for (const [id, Island] of Object.entries(islands)) html[id] = renderToString(<Island />);
  const { uniform, oneCard } = personal;
  html['personal-demo'] = renderToString(
    <PersonalDemoPanel
      snapshot={linearSnapshot}
      Chart={Chart}
      uniform={uniform}
      oneCard={oneCard}
    />,
  );
  html['personal-snapshot'] = embedded(snapshot.value);
  return html;
}

/** And the page with slates a third one. */
function prerenderSlate(): Record<string, string> {
  const snapshots = slate.snapshots as unknown as Record<string, PublicSnapshot>;
  snapshot.value = snapshots[slateId(DEFAULT_STOP)] ?? null;
  beginHistory(slate, { key: '', name: slateId });
  const html: Record<string, string> = {};
  const islands = slateIslands({ deal: nothing, answer: nothing, beforeForgetting: nothing });
  for (const [id, Island] of Object.entries(islands)) html[id] = renderToString(<Island />);
  html['slate-demo'] = renderToString(<SlateDemoPanel snapshot={slateSnapshot} Chart={Chart} />);
  html['slate-snapshot'] = embedded(snapshot.value);
  return html;
}

/** The A/B test: with what its errors were, snapshot by snapshot. */
function prerenderAb(): Record<string, string> {
  const snapshots = ab.snapshots as unknown as Record<string, PublicSnapshot>;
  snapshot.value = snapshots[abId(DEFAULT_STOP)] ?? null;
  errors.begin(ab.errors as unknown as Pasts);
  const html: Record<string, string> = {};
  const islands = abIslands({ deal: nothing, answer: nothing, beforeForgetting: nothing });
  for (const [id, Island] of Object.entries(islands)) html[id] = renderToString(<Island />);
  html['ab-demo'] = renderToString(
    <AbDemoPanel snapshot={testSnapshot} counts={abCounts} Chart={Chart} />,
  );
  html['ab-snapshot'] = embedded(snapshot.value);
  html['ab-errors'] = embedded(ab.errors);
  return html;
}

/** The tuning page: with the way that its point has gone. */
function prerenderTune(): Record<string, string> {
  const snapshots = tune.snapshots as unknown as Record<string, PublicSnapshot>;
  snapshot.value = snapshots[tuneId(DEFAULT_STOP)] ?? null;
  const pasts = tune.paths as unknown as Pasts;
  paths.begin(pasts);
  const html: Record<string, string> = {};
  const islands = tuneIslands({ deal: nothing, answer: nothing, beforeForgetting: nothing });
  for (const [id, Island] of Object.entries(islands)) html[id] = renderToString(<Island />);
  html['tune-demo'] = renderToString(
    <TuneDemoPanel snapshot={tuneSnapshot} paths={pasts} Chart={Chart} />,
  );
  html['tune-snapshot'] = embedded(snapshot.value);
  html['tune-paths'] = embedded(tune.paths);
  return html;
}

const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
