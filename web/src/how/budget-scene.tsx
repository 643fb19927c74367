/** Scene 5: a month of reports, and a ledger that forgets sooner or later or never. */
import { explain } from 'ldp-bandits/explain';
import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../chart/chart.js';
import { DataTable } from '../shared/data-table.js';
import { countText, epsilonText } from '../shared/format.js';
import { EpsilonStops, RunButton, Slider } from './controls.js';
import { BEGIN, DAYS, type HowStart, LIMIT, type Month, type Renewal } from './scenes.js';
import { useTask } from './task.js';

const MOST_PER_DAY = 10;
const DAY_AXIS = { label: 'days' };
const LOST = {
  label: 'total ε',
  text: (epsilon: number) => String(Math.round(epsilon * 100) / 100),
};
const WORDS = new Map<Renewal, string>([
  [null, 'never renewed'],
  [7, 'renewed weekly'],
  [1, 'renewed daily'],
]);
const HEADS = [...['Budget', 'Sent', 'Withheld', 'Counts now', 'Total'], 'Odds change'];

const totalOf = ({ lifetime }: Month) => lifetime.at(-1) ?? 0;

export function BudgetScene({ start }: { start: HowStart }) {
  const [epsilon, setEpsilon] = useState<number>(BEGIN.epsilon);
  const [perDay, setPerDay] = useState<number>(BEGIN.perDay);
  const [months, setMonths] = useState(start.months);
  const task = useTask('days', setMonths);
  const count = (request: { epsilon: number; perDay: number }) => {
    setEpsilon(request.epsilon);
    setPerDay(request.perDay);
    task.start(request);
  };
  const series = useMemo(
    () =>
      months.map((month) => ({
        label: WORDS.get(month.renewal) ?? '',
        x: month.lifetime.map((_, day) => day),
        y: month.lifetime,
      })),
    [months],
  );
  return (
    <div class="figure">
      <div class="controls">
        <Slider
          id="budget-reports"
          label={
            <>
              Reports a day: <b>{perDay}</b>
            </>
          }
          min={1}
          max={MOST_PER_DAY}
          value={perDay}
          text={`${perDay} a day`}
          onChange={(value) => count({ epsilon, perDay: value })}
        />
        <EpsilonStops
          id="budget-epsilon"
          value={epsilon}
          onChange={(value) => count({ epsilon: value, perDay })}
        />
      </div>
      <Chart summary={sentence(months)} series={series} x={DAY_AXIS} y={LOST} />
      <DataTable
        label="Month"
        kind="months"
        caption={`After ${DAYS} days with a limit of ε ${LIMIT}`}
        heads={HEADS}
        named
        rows={months.map((month) => [
          WORDS.get(month.renewal),
          countText(month.sent),
          countText(month.withheld),
          `ε ${epsilonText(month.spent.at(-1) ?? 0)}`,
          `ε ${epsilonText(totalOf(month))}`,
          oddsText(totalOf(month)),
        ])}
      />
      <RunButton
        running={task.running}
        failure={task.failure}
        label="Run the month again"
        busy="Counting the days."
        onStart={() => count({ epsilon, perDay })}
        onStop={task.stop}
      />
    </div>
  );
}

const oddsText = (epsilon: number) => `at most ${explain({ epsilon, delta: 0 }).texts.odds} times`;

function sentence(months: readonly Month[]): string {
  const known = months.map(
    (month) => `${WORDS.get(month.renewal)} ε ${epsilonText(totalOf(month))}`,
  );
  const cost = `Total after ${DAYS} days: ${known.join(', ')}.`;
  return Math.max(...months.map(totalOf)) > LIMIT
    ? `${cost} All keep within ε ${LIMIT} at every moment; only a budget that never renews keeps it in total.`
    : `${cost} At this pace the limit of ε ${LIMIT} is not reached.`;
}
