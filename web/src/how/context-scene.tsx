/** Scene 4: service that depends on who is served, with the one thing that may be known: a public level. */
import { useState } from 'preact/hooks';
import { DataTable } from '../shared/data-table.js';
import { countText, epsilonText } from '../shared/format.js';
import { RunButton } from './controls.js';
import {
  ALIKE,
  AWARE_FROM,
  BEGIN,
  BY_LEVEL,
  type Group,
  type HowStart,
  LEVELS,
  type Lost,
  NOT_PRIVATE,
  SHARES,
  WORLD,
} from './scenes.js';
import { useTask } from './task.js';

export function ContextScene({ start }: { start: HowStart }) {
  const [services, setServices] = useState(start.services);
  const task = useTask('serve', setServices);
  return (
    <div class="figure">
      <p>
        {SHARES[0]}% of visitors report at ε = {epsilonText(LEVELS[0] ?? 0)}, the others at ε ={' '}
        {epsilonText(LEVELS[1] ?? 0)}. <em>By level</em>, visitors below ε ={' '}
        {epsilonText(AWARE_FROM)} see what the server thinks best, and the others get the
        experiments, because their reports teach more.
      </p>
      <DataTable
        label="Who was experimented with"
        kind="groups"
        caption={`Visitors who got an experiment, by group; ${countText(BEGIN.visitors)} in all.`}
        heads={['Service', ...LEVELS.map((level) => `ε = ${epsilonText(level)}`)]}
        named
        rows={services.map(({ aware, groups }) => [
          aware ? BY_LEVEL : ALIKE,
          ...groups.map((group) => <Share key={group.level} group={group} />),
        ])}
      />
      <RunButton
        running={task.running}
        failure={task.failure}
        label="Serve again"
        busy="Simulating visitors."
        onStart={() => task.start({ visitors: BEGIN.visitors })}
        onStop={task.stop}
      />
      <p>{sentence(start.serviceLost)}</p>
    </div>
  );
}

function Share({ group }: { group: Group }) {
  const share = group.visitors === 0 ? 0 : group.experiments / group.visitors;
  const percent = `${(100 * share).toFixed(1)}%`;
  return (
    <span class="share">
      <b>{percent}</b>
      <svg class="share-bar" aria-hidden="true">
        <rect class="share-all" x="0" y="0" width="100%" height="100%" />
        <rect class="share-part" x="0" y="0" width={percent} height="100%" />
      </svg>
    </span>
  );
}

function sentence(lost: Lost): string {
  const text = (label: string) => countText(lost[label] ?? 0);
  return (
    `Visitors lost to learning: ${text(ALIKE)} same for all, ${text(BY_LEVEL)} by level, ${text(NOT_PRIVATE)} not private ` +
    `(mean of ${WORLD.replicates} trials).`
  );
}
