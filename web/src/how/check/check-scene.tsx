/** Scene 7: the visitor tests the promise on the wasm of this very page, and sees the test fail a sabotaged client. */
import { useState } from 'preact/hooks';
import { DataTable } from '../../shared/data-table.js';
import { countText } from '../../shared/format.js';
import {
  DRAWS,
  MECHANISMS,
  type Mechanism,
  type MechanismId,
  type Outcome,
  SABOTAGES,
  type Sabotage,
} from './menu.js';
import { useCheck } from './use-check.js';
import { claimText, clientName, measuredText, sentenceOf, Verdict } from './verdict.js';

const IDS = Object.keys(MECHANISMS) as MechanismId[];
const HEADS = ['Mechanism', 'Client', 'Claim', 'Measured', 'Verdict'];

export function CheckScene() {
  const [id, setId] = useState<MechanismId>('bit');
  const [sabotage, setSabotage] = useState<Sabotage | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const { progress, failure, start, cancel } = useCheck((outcome) =>
    setOutcomes((before) => [outcome, ...before]),
  );
  const mechanism: Mechanism = MECHANISMS[id];
  const [latest] = outcomes;
  return (
    <div class="figure">
      <div class="controls">
        <Select
          id="check-mechanism"
          label="Mechanism"
          value={id}
          options={IDS.map((each) => [each, MECHANISMS[each].name])}
          onChange={(value) => {
            setId(value);
            if (sabotage && !isOffered(MECHANISMS[value], sabotage)) setSabotage(null);
          }}
        />
        <Select
          id="check-client"
          label="Client"
          value={sabotage ?? 'shipped'}
          options={[
            ['shipped', 'The shipped client'],
            ...mechanism.sabotages.map((each) => [each, SABOTAGES[each]] as const),
          ]}
          onChange={(value) => setSabotage(value === 'shipped' ? null : value)}
        />
      </div>
      <p class="run needs-script">
        <button
          type="button"
          class="primary"
          onClick={progress ? cancel : () => start({ mechanism: id, sabotage })}
        >
          {progress ? 'Cancel' : `Draw ${countText(DRAWS)} reports for each answer`}
        </button>
        {progress && (
          <progress max={progress.total} value={progress.done} aria-label="Reports drawn" />
        )}
      </p>
      <p
        class={`verdict${latest ? (latest.passed ? ' verdict-pass' : ' verdict-fail') : ''}`}
        role="status"
      >
        {failure
          ? `The check could not run: ${failure}.`
          : latest
            ? `${clientName(latest)}. ${sentenceOf(latest)}`
            : 'Nothing drawn yet.'}
      </p>
      {latest && <Verdict outcome={latest} />}
      {outcomes.length > 1 && (
        <DataTable
          label="Checks so far"
          kind="checks"
          heads={HEADS}
          named
          rows={outcomes.map((outcome) => [
            MECHANISMS[outcome.request.mechanism].name,
            clientName(outcome),
            claimText(outcome),
            measuredText(outcome),
            outcome.passed ? 'Pass' : 'Fail',
          ])}
        />
      )}
    </div>
  );
}

const isOffered = ({ sabotages }: Mechanism, sabotage: Sabotage) => sabotages.includes(sabotage);

function Select<T extends string>(props: {
  id: string;
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChange: (value: T) => void;
}) {
  const { id, label, value, options, onChange } = props;
  return (
    <div class="control needs-script">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
