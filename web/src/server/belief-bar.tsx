/** One estimate with its interval. Positions are SVG attributes: a strict CSP allows no style attributes. */
import type { Belief } from '../shared/snapshot.js';

export function BeliefBar({ belief }: { belief: Pick<Belief, 'mean' | 'halfWidth'> }) {
  const { mean, halfWidth } = belief;
  if (mean === null || halfWidth === null) return <svg class="belief" aria-hidden="true" />;
  return <Interval mean={mean} low={mean - halfWidth} high={mean + halfWidth} />;
}

export function Interval(props: { mean: number | null; low: number; high: number }) {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const at = (value: number) => `${3 + 94 * within(value)}%`;
  const { mean, low, high } = props;
  const said = [low, high].map((end) => Math.round(within(end) * 100)).join(' and ');
  return (
    <svg class="belief" role="img" aria-label={`between ${said} in 100`}>
      <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
      <line class="belief-middle" x1="50%" x2="50%" y1="20%" y2="80%" />
      <line class="belief-interval" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      {mean !== null && <circle class="belief-dot" cx={at(mean)} cy="50%" r="6" />}
    </svg>
  );
}
