/**
 * A strip of bars around a middle line. Solid: true numbers, which stay where they are, or learnt ones. Dashed
 * outline: scrambled numbers, which may leave. Positions are SVG attributes: the CSP allows no style attributes.
 */

const HEIGHT = 72;
/** Of a bar's place, what its bars take. */
const FILLED = 0.8;

export interface Bars {
  readonly values: readonly number[];
  readonly kind: 'true' | 'sent' | 'learnt';
}

/**
 * @param props.bars one or two rows of numbers, equally many in each; drawn beside each other
 * @param props.scale the largest absolute value that fits
 * @param props.feet words below the bars, one each
 */
export function Strip(props: {
  readonly bars: readonly Bars[];
  readonly scale: number;
  readonly label: string;
  readonly feet?: readonly string[];
}) {
  const { bars, scale, label, feet } = props;
  const count = bars[0]?.values.length ?? 0;
  const place = 100 / Math.max(1, count);
  const width = (place * FILLED) / bars.length;
  return (
    <div class="bars">
      <svg role="img" aria-label={label} height={HEIGHT} width="100%">
        {bars.map(({ values, kind }, row) =>
          values.map((value, i) => {
            const share = Math.max(-1, Math.min(1, value / scale)) / 2;
            return (
              <rect
                key={`${kind}${i}`}
                class={`bar bar-${kind}`}
                x={`${i * place + ((1 - FILLED) / 2) * place + row * width}%`}
                width={`${width}%`}
                y={`${50 - 100 * Math.max(0, share)}%`}
                height={`${100 * Math.abs(share)}%`}
              />
            );
          }),
        )}
        <line class="bar-zero" x1="0" x2="100%" y1="50%" y2="50%" />
      </svg>
      {feet && (
        <p class="bar-feet" aria-hidden="true">
          {feet.map((foot) => (
            <span key={foot}>{foot}</span>
          ))}
        </p>
      )}
    </div>
  );
}
