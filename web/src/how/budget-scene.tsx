/** Scene 5: a month of reports, and a ledger that forgets sooner or later or never. */
import { explain } from 'ldp-bandits';
import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../chart/chart.js';
import { DataTable } from '../shared/data-table.js';
import { countText, epsilonText, inHundred } from '../shared/format.js';
import { EpsilonStops, RunButton, Slider } from './controls.js';
import { BEGIN, DAYS, type HowStart, LIMIT, type Month, type Renewal } from './scenes.js';
import { Snippet } from './snippet.js';
import budgetCode from './snippets/budget.mjs?raw';
import { useTask } from './task.js';

const MOST_PER_DAY = 10;
const DAY_AXIS = { label: 'days' };
const LOST = {
  label: 'ε lost in all',
  text: (epsilon: number) => String(Math.round(epsilon * 100) / 100),
};
const WORDS = new Map<Renewal, string>([
  [null, 'never renewed'],
  [7, 'renewed weekly'],
  [1, 'renewed daily'],
]);
const HEADS = [
  ...['Budget', 'Sent', 'Withheld', 'Counts against the limit', 'Lost in all'],
  'Best guess, at worst',
];

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
              Reports wanted a day: <b>{perDay}</b>
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
        label="The month in numbers"
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
          `${guessText(totalOf(month))} in 100`,
        ])}
      />
      <RunButton
        running={task.running}
        failure={task.failure}
        label="Live the month again"
        busy="The days go by."
        onStart={() => count({ epsilon, perDay })}
        onStop={task.stop}
      />
      <Snippet id="budget-code" code={budgetCode} settings={{ epsilon, perDay }} />
    </div>
  );
}

/** Short of certainty, which no finite loss gives, though doubles cannot tell them apart any more. */
const NEARLY = 100 - 1e-9;

const guessText = (epsilon: number) =>
  inHundred(Math.min(NEARLY, explain({ epsilon, delta: 0 }).bestGuessInHundred));

function sentence(months: readonly Month[]): string {
  const known = months.map(
    (month) => `${WORDS.get(month.renewal)} ε ${epsilonText(totalOf(month))}`,
  );
  const cost = `What ${DAYS} days have cost: ${known.join(', ')}.`;
  return Math.max(...months.map(totalOf)) > LIMIT
    ? `${cost} The limit of ε ${LIMIT} is kept at every moment in all of them; only what is never renewed keeps it in the end.`
    : `${cost} At this pace the limit of ε ${LIMIT} is not reached.`;
}
