/** Grid, numbers and names of the two axes. */
import type { PlotLayout } from 'ldp-bandits/plot';

export function Axes({ layout }: { layout: PlotLayout }) {
  const { frame, x, y, height } = layout;
  return (
    <g class="axis">
      {y.ticks.map(({ value, position, text }) => (
        <g key={value}>
          <line x1={frame.left} x2={frame.right} y1={position} y2={position} />
          <text x={frame.left - 8} y={position + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {x.ticks.map(({ value, position, text }) => (
        <g key={value}>
          <line x1={position} x2={position} y1={frame.bottom} y2={frame.bottom + 4} />
          <text x={position} y={frame.bottom + 18} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text x={frame.right} y={height - 6} text-anchor="end">
        {x.label}
        {x.scale === 'log' && ' (log scale)'}
      </text>
      <text x={2} y={14}>
        {y.label}
        {y.scale === 'log' && ' (log scale)'}
      </text>
    </g>
  );
}
