/** One estimate, and the bounds that hold at any time. Positions are attributes: a strict CSP allows no styles. */
import type { VariantBelief } from '../shared/snapshot.js';

export function Interval({ belief }: { belief: VariantBelief }) {
  const { mean, low, high } = belief;
  const at = (value: number) => `${3 + 94 * Math.min(1, Math.max(0, value))}%`;
  return (
    <svg
      class="belief"
      role="img"
      aria-label={`between ${Math.round(low * 100)} and ${Math.round(high * 100)} in 100`}
    >
      <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
      <line class="belief-middle" x1="50%" x2="50%" y1="20%" y2="80%" />
      <line class="belief-interval" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      {mean !== null && <circle class="belief-dot" cx={at(mean)} cy="50%" r="6" />}
    </svg>
  );
}
