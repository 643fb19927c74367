/** Scene 4: service that depends on who is served, with the one thing that may be known: a public level. */
import { useState } from 'preact/hooks';
import { DataTable } from '../shared/data-table.js';
import { countText, epsilonText } from '../shared/format.js';
import { RunButton } from './controls.js';
import { lastOf, RegretChart } from './curves.js';
import {
  AWARE_FROM,
  BEGIN,
  type Curves,
  type Group,
  type HowStart,
  LEVELS,
  SHARES,
} from './scenes.js';
import { Snippet } from './snippet.js';
import contextCode from './snippets/context.mjs?raw';
import { useTask } from './task.js';

export function ContextScene({ start }: { start: HowStart }) {
  const [services, setServices] = useState(start.services);
  const task = useTask('serve', setServices);
  return (
    <div class="figure">
      <p>
        {SHARES[0]} in 100 visitors send reports at ε = {epsilonText(LEVELS[0] ?? 0)}, the others at
        ε = {epsilonText(LEVELS[1] ?? 0)}. Served <em>by level</em>, who is below ε ={' '}
        {epsilonText(AWARE_FROM)} is shown what the server thinks best; the experiments are for the
        others, whose reports teach more.
      </p>
      <DataTable
        label="Who was experimented with"
        kind="groups"
        caption={`Share of each group that was not shown what the server then thought best. ${countText(BEGIN.visitors)} visitors, real clients.`}
        heads={['Service', ...LEVELS.map((level) => `their ε = ${epsilonText(level)}`)]}
        named
        rows={services.map(({ aware, groups }) => [
          aware ? 'by level' : 'alike',
          ...groups.map((group) => <Share key={group.level} group={group} />),
        ])}
      />
      <RunButton
        running={task.running}
        failure={task.failure}
        label="Serve them again"
        busy="Visitors are coming."
        onStart={() => task.start({ visitors: BEGIN.visitors })}
        onStop={task.stop}
      />
      <RegretChart curves={start.serviceRegret} summary={sentence(start.serviceRegret)} />
      <Snippet id="context-code" code={contextCode} settings={{}} />
    </div>
  );
}

function Share({ group }: { group: Group }) {
  const share = group.visitors === 0 ? 0 : group.experiments / group.visitors;
  const percent = `${(100 * share).toFixed(1)}%`;
  return (
    <span class="share">
      <b>{(100 * share).toFixed(1)}</b>
      <svg class="share-bar" aria-hidden="true">
        <rect class="share-all" x="0" y="0" width="100%" height="100%" />
        <rect class="share-part" x="0" y="0" width={percent} height="100%" />
      </svg>
    </span>
  );
}

function sentence(curves: Curves): string {
  const alike = lastOf(curves, 'served alike');
  const byLevel = lastOf(curves, 'served by level');
  return (
    `After ${countText(curves.spec.horizon)} visitors, service by level has lost ${countText(byLevel)} of them, ` +
    `service alike ${countText(alike)}, reading every answer ${countText(lastOf(curves, 'reading every answer'))}. ` +
    `Mean of ${curves.spec.replicates} trials with its 95\u00a0% band.`
  );
}
