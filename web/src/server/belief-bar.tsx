/** One estimate with its interval. Positions are SVG attributes: a strict CSP allows no style attributes. */
import type { Belief } from '../shared/snapshot.js';

/** @param props.truth what is true, where that is known */
export function BeliefBar(props: { belief: Pick<Belief, 'mean' | 'halfWidth'>; truth?: number }) {
  const { mean, halfWidth } = props.belief;
  if (mean === null || halfWidth === null) {
    return (
      <svg class="belief" aria-hidden="true">
        <Truth at={props.truth} />
      </svg>
    );
  }
  const [low, high] = [mean - halfWidth, mean + halfWidth];
  return <Interval mean={mean} low={low} high={high} truth={props.truth} />;
}

export function Interval(props: {
  mean: number | null;
  low: number;
  high: number;
  truth?: number | undefined;
}) {
  const { mean, low, high, truth } = props;
  const said = [low, high].map((end) => Math.round(within(end) * 100)).join(' and ');
  return (
    <svg class="belief" role="img" aria-label={`between ${said} percent`}>
      <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
      <line class="belief-middle" x1="50%" x2="50%" y1="20%" y2="80%" />
      <line class="belief-interval" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      <Truth at={truth} />
      {mean !== null && <circle class="belief-dot" cx={at(mean)} cy="50%" r="6" />}
    </svg>
  );
}

const within = (value: number) => Math.min(1, Math.max(0, value));
const at = (value: number) => `${3 + 94 * within(value)}%`;

const Truth = ({ at: value }: { at: number | undefined }) =>
  value === undefined ? null : (
    <line class="belief-truth" x1={at(value)} x2={at(value)} y1="8%" y2="92%" />
  );
