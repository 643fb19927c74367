/** Grid, numbers and names of the two axes. */
import { countText } from '../shared/format.js';
import type { Frame } from './layout.js';
import type { Axis } from './series.js';

export function Axes({ frame, x, y }: { frame: Frame; x: Axis; y: Axis }) {
  const { left, right, bottom, height } = frame;
  return (
    <g class="axis">
      {frame.yTicks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={frame.y(tick)} y2={frame.y(tick)} />
          <text x={left - 8} y={frame.y(tick) + 4} text-anchor="end">
            {textOf(y, tick)}
          </text>
        </g>
      ))}
      {frame.xTicks.map((tick) => (
        <text key={tick} x={frame.x(tick)} y={bottom + 18} text-anchor="middle">
          {textOf(x, tick)}
        </text>
      ))}
      <text x={right} y={height - 4} text-anchor="end">
        {x.label}
        {x.scale === 'log' && ' (log)'}
      </text>
      <text x={4} y={14}>
        {y.label}
        {y.scale === 'log' && ' (log)'}
      </text>
    </g>
  );
}

export const textOf = (axis: Axis, value: number) => (axis.text ?? countText)(value);
