/** Who learns: rows of algorithms, with the parameters that the catalog says they take. */
import type { CatalogParameter } from 'ldp-bandits/simulation';
import { ChoiceField, TextField } from '../runs/fields.js';
import {
  BASELINES,
  defaultLearnerIn,
  entryOf,
  hasUniform,
  learnersIn,
  nonPrivateOf,
  parametersOf,
} from './build-spec.js';
import { type LearnerDraft, MOST_LEARNERS } from './draft.js';
import { fieldAt, GroupError } from './fields.js';
import { draft, edit } from './state.js';

export function LearnersForm() {
  const { learners, world } = draft.value;
  const change = (index: number, learner: LearnerDraft) =>
    edit({ learners: learners.map((old, i) => (i === index ? learner : old)) });
  const add = () => {
    const number = 1 + Math.max(-1, ...learners.map((learner) => learner.number));
    edit({ learners: [...learners, { number, type: defaultLearnerIn(world), values: {} }] });
  };
  return (
    <fieldset class="form-part">
      <legend>Learners</legend>
      <div data-path="learners" tabIndex={-1}>
        <ol class="learners">
          {learners.map((learner, index) => (
            <li key={learner.number}>
              <LearnerRow
                learner={learner}
                index={index}
                change={(next) => change(index, next)}
                remove={() => edit({ learners: learners.filter((_, i) => i !== index) })}
              />
            </li>
          ))}
        </ol>
        <GroupError path="learners" />
      </div>
      <button type="button" disabled={learners.length >= MOST_LEARNERS} onClick={add}>
        Add a learner
      </button>
      <p class="fine">
        Always compared: {nonPrivateOf(world)}
        {hasUniform(world) && `, and ${BASELINES.uniform}`}.
      </p>
    </fieldset>
  );
}

const TRUST: Readonly<Record<string, string>> = {
  none: ' (no privacy)',
  joint: ' (trusts the server)',
  shuffle: ' (trusts a shuffler)',
};

interface RowProps {
  readonly learner: LearnerDraft;
  readonly index: number;
  change(learner: LearnerDraft): void;
  remove(): void;
}

function LearnerRow({ learner, index, change, remove }: RowProps) {
  const entry = entryOf(learner.type);
  const path = `learners[${index}]`;
  const parameters = parametersOf(learner.type);
  return (
    <>
      <div class="row">
        <ChoiceField
          {...fieldAt(path, learner.type, (type) => change({ ...learner, type }))}
          label={`Learner ${index + 1}`}
          choices={learnersIn(draft.value.world).map(({ id, name, trustModel }) => [
            id,
            `${name}${TRUST[trustModel] ?? ''}`,
          ])}
        />
        <button
          type="button"
          class="quiet"
          aria-label={`Remove learner ${index + 1}`}
          onClick={remove}
        >
          Remove
        </button>
      </div>
      {entry && (
        <details>
          <summary>About learner {index + 1}</summary>
          <p class="fine">
            {entry.summary} {entry.guarantee}
          </p>
          <div class="parameters">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                path={`${path}.${parameter.name}`}
                parameter={parameter}
                value={learner.values[parameter.name] ?? ''}
                onChange={(value) =>
                  change({ ...learner, values: { ...learner.values, [parameter.name]: value } })
                }
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function ParameterField(props: {
  path: string;
  parameter: CatalogParameter;
  value: string;
  onChange: (value: string) => void;
}) {
  const { path, parameter, value, onChange } = props;
  const { name, sentence, choices } = parameter;
  const standard = standardOf(parameter);
  const field = { ...fieldAt(path, value, onChange), label: name, hint: sentence };
  if (!choices) return <TextField {...field} placeholder={standard} />;
  return (
    <ChoiceField
      {...field}
      choices={[['', standard], ...choices.map((choice) => [choice, choice] as const)]}
    />
  );
}

/** What an empty field means. */
function standardOf({ name, default: value }: CatalogParameter): string {
  if (value !== null && value !== undefined) return `default: ${value}`;
  if (name === 'epsilonMin') return 'default: smallest level';
  if (name === 'horizon') return 'default: not told';
  if (name === 'maximumPulls') return 'default: the rounds';
  if (name === 'delta' || name === 'calibration') return 'default: by the noise';
  return name === 'posterior' ? 'default: by the levels' : 'default: off';
}
