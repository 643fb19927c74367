/** What a report stands for, which stays here, beside what was made of it to leave. */
import { DataTable } from '../../../shared/data-table.js';
import { FEATURE_FEET } from '../shared/features.js';
import { Strip } from '../shared/strip.js';
import { type LinearTrace, linearTrace } from './state.js';

export function Numbers() {
  const report = linearTrace.value?.report;
  return (
    <section class="own-numbers" aria-labelledby="numbers-title">
      <h3 id="numbers-title">Your numbers, true and as sent</h3>
      {report ? <Pair report={report} /> : <p class="fine">They appear with your answer.</p>}
    </section>
  );
}

function Pair({ report }: { report: NonNullable<LinearTrace['report']> }) {
  const { part, truth, sent } = report;
  const scale = Math.max(...sent.map(Math.abs));
  const longer = Math.hypot(...sent) / Math.hypot(...(truth ?? []));
  const feet = part === 'moment' ? { feet: FEATURE_FEET } : {};
  return (
    <>
      <p class="fine">
        {part === 'moment' ? (
          <>
            A trial: your answer less ½, times what the option offers. <Key />
          </>
        ) : (
          <>
            A best guess: how your wishes lie, without your answer. <Key />
          </>
        )}
      </p>
      <Strip
        bars={[
          ...(truth ? [{ values: truth, kind: 'true' } as const] : []),
          { values: sent, kind: 'sent' },
        ]}
        scale={scale}
        label="Each true number, which stays here, beside the randomised one that is sent"
        {...feet}
      />
      <p class="fine">
        {truth === null
          ? 'No answer: the report was made in advance, as for “not for me”, and its true numbers were forgotten.'
          : Number.isFinite(longer) &&
            `What leaves is ${longer < 10 ? longer.toFixed(1) : Math.round(longer)} times as long as what is true.`}
      </p>
      <details>
        <summary>As numbers</summary>
        <DataTable
          label="True numbers and those that are sent"
          kind="own-table"
          heads={['number', 'true', 'sent']}
          named
          rows={sent.map((value, i) => [
            part === 'moment' ? FEATURE_FEET[i] : i + 1,
            truth ? numberText(truth[i] ?? 0) : 'forgotten',
            numberText(value),
          ])}
        />
      </details>
    </>
  );
}

/** What the two kinds of bars are. */
function Key() {
  return <b>Solid: stays here. Dashed: sent.</b>;
}

const numberText = (value: number) => value.toFixed(3).replace('-', '−');
