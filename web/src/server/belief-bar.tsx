/** One estimate with its interval. Positions are SVG attributes: a strict CSP allows no style attributes. */
import type { Belief } from '../shared/snapshot.js';

export function BeliefBar({ belief }: { belief: Pick<Belief, 'mean' | 'halfWidth'> }) {
  const { mean, halfWidth } = belief;
  if (mean === null || halfWidth === null) {
    return <svg class="belief" aria-hidden="true" />;
  }
  const at = (value: number) => `${3 + 94 * Math.min(1, Math.max(0, value))}%`;
  const low = Math.round(Math.max(0, mean - halfWidth) * 100);
  const high = Math.round(Math.min(1, mean + halfWidth) * 100);
  return (
    <svg class="belief" role="img" aria-label={`between ${low} and ${high} in 100`}>
      <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
      <line class="belief-middle" x1="50%" x2="50%" y1="20%" y2="80%" />
      <line
        class="belief-interval"
        x1={at(mean - halfWidth)}
        x2={at(mean + halfWidth)}
        y1="50%"
        y2="50%"
      />
      <circle class="belief-dot" cx={at(mean)} cy="50%" r="6" />
    </svg>
  );
}
