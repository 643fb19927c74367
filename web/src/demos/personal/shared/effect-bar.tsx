/** One weight as a bar to the right or to the left of a middle line, from −100 to 100. */
export function EffectBar({ value, kind }: { value: number; kind: 'learnt' | 'true' }) {
  const share = Math.max(-1, Math.min(1, value / 100)) / 2;
  return (
    <svg class="effect" aria-hidden="true">
      <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
      <rect
        class={`bar bar-${kind}`}
        x={`${50 + 94 * Math.min(0, share)}%`}
        width={`${94 * Math.abs(share)}%`}
        y="22%"
        height="56%"
      />
      <line class="bar-zero" x1="50%" x2="50%" y1="8%" y2="92%" />
    </svg>
  );
}

/** "+41", "−12", "0". */
export function effectText(value: number): string {
  const whole = Math.round(value);
  if (whole === 0) return '0';
  return whole > 0 ? `+${whole}` : `−${-whole}`;
}
