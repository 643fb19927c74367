/**
 * A world of routes or coverage as it is: how often each line was played while a learner learnt, beside what
 * it is worth. The same as a table.
 */
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { useState } from 'preact/hooks';
import { useSettled } from '../../../chart/use-chart.js';
import type { FigureState } from '../figure-state.js';
import { type Drawing, drawingOf, type Line } from './drawing.js';
import { PictureTable } from './picture-table.js';
import { playedIn, roundsAt, sharesAt } from './shares.js';
import { playedText, worthText } from './words.js';

type Shown = 'played' | 'worth';

/** Width of the thickest line. */
const THICK = 11;

const WORDS = {
  route: { title: 'The routes', line: 'street' },
  coverage: { title: 'Who covers whom', line: 'line' },
} as const;

/** For figures of one world that has a picture. Before a run it shows what the lines are worth. */
export function WorldPicture({ state }: { state: FigureState }) {
  const specs = state.job.value?.specs ?? state.specs('quick');
  const [only] = specs;
  const drawing = only && specs.length === 1 ? drawingOf(only.spec.environment) : null;
  if (!only || !drawing) return null;
  return <Picture id={`picture-${state.name}`} state={state} spec={only.spec} drawing={drawing} />;
}

interface PictureProps {
  readonly id: string;
  readonly state: FigureState;
  readonly spec: SimulationSpec;
  readonly drawing: Drawing;
}

function Picture({ id, state, drawing }: PictureProps) {
  const curves = playedIn(state.job.value?.results.value[0]?.result.curves ?? []);
  const [label, choose] = useState('');
  const [moment, move] = useState<number | null>(null);
  const [shown, show] = useState<Shown>('played');
  const curve = curves.find((one) => one.label === label) ?? curves[0];
  const last = (curve?.t.length ?? 1) - 1;
  const at = Math.min(moment ?? last, last);
  const shares = curve ? sharesAt(curve, at) : [];
  const worth = drawing.lines.map(({ mean }) => mean);
  const isPlayed = shown === 'played' && curve !== undefined;
  const { title, line } = WORDS[drawing.kind];
  const words = isPlayed
    ? playedText(curve.label, roundsAt(curve, at), shares, drawing)
    : worthText(drawing);
  // While a visitor drags the handle, screen readers do not announce every place that it passes.
  const spoken = useSettled(moment === null && label === '' && shown === 'played' ? '' : words);
  return (
    <section class="world-picture" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {curve ? (
        <div class="picture-controls needs-script">
          <label class="field">
            Learner
            <select value={curve.label} onChange={(event) => choose(event.currentTarget.value)}>
              {curves.map((one) => (
                <option key={one.label}>{one.label}</option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>
              Time: <b>{roundsAt(curve, at)}</b>
            </span>
            <input
              type="range"
              min={0}
              max={last}
              step={1}
              value={at}
              aria-valuetext={roundsAt(curve, at)}
              onInput={(event) => move(event.currentTarget.valueAsNumber)}
            />
          </label>
          <fieldset>
            <legend>A {line} is as thick as</legend>
            <Option id={id} of="played" shown={shown} show={show}>
              it was often played
            </Option>
            <Option id={id} of="worth" shown={shown} show={show}>
              it is worth
            </Option>
          </fieldset>
        </div>
      ) : (
        <p class="fine">
          Drawn is what each {line} is worth. After a run: how often a learner played it, and when.
        </p>
      )}
      <p class="picture-words">{words}</p>
      <p class="visually-hidden" role="status">
        {spoken}
      </p>
      <Lines drawing={drawing} values={isPlayed ? shares : worth} isPlayed={isPlayed} />
      <PictureTable drawing={drawing} shares={shares} />
    </section>
  );
}

function Option(props: {
  id: string;
  of: Shown;
  shown: Shown;
  show: (shown: Shown) => void;
  children: string;
}) {
  const { id, of, shown, show, children } = props;
  return (
    <label class="check">
      <input
        type="radio"
        name={`${id}-shown`}
        value={of}
        checked={shown === of}
        onChange={() => show(of)}
      />
      {children}
    </label>
  );
}

function Lines(props: { drawing: Drawing; values: readonly number[]; isPlayed: boolean }) {
  const { drawing, values, isPlayed } = props;
  const { width, height, nodes, lines, kind } = drawing;
  return (
    <svg
      class={`picture picture-${kind}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {lines.map((line) => (
        <line key={line.name} class="picture-way" {...endsOf(line)} />
      ))}
      {lines.map((line, arm) => (
        <line
          key={line.name}
          class={isPlayed ? 'picture-played' : 'picture-worth'}
          {...endsOf(line)}
          stroke-width={thicknessOf(values[arm] ?? 0)}
        />
      ))}
      {nodes.map(({ name, x, y }) => (
        <g key={name}>
          <circle cx={x} cy={y} r={name.length > 3 ? 21 : 14} />
          <text x={x} y={y + 4}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

const endsOf = ({ from, to }: Line) => ({ x1: from.x, y1: from.y, x2: to.x, y2: to.y });

const thicknessOf = (value: number) => Number((THICK * value).toFixed(2));
