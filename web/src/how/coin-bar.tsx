/**
 * The coin as a line from 0 to 1. Where it lands, your row says what is sent, and the other row says what
 * the opposite answer would have sent with the same coin: at both ends the two agree.
 */
import { explain } from 'ldp-bandits/explain';
import { inHundred } from '../shared/format.js';

const WIDTH = 320;
const ROW = 34;
const LEFT = 4;

interface CoinBarProps {
  readonly epsilon: number;
  readonly answer: 0 | 1;
  /** Null: not flipped yet. */
  readonly coin: number | null;
}

export function CoinBar({ epsilon, answer, coin }: CoinBarProps) {
  const truth = explain({ epsilon, delta: 0 }).bestGuessInHundred / 100;
  const at = (share: number) => LEFT + share * (WIDTH - 2 * LEFT);
  const rows = [
    { means: 1, text: 'if you’d go', threshold: truth },
    { means: 0, text: 'if you would not', threshold: 1 - truth },
  ];
  const label = rows
    .map(({ text, threshold }) => `${text}, ${inHundred(threshold * 100)}% of coins send 1`)
    .join('; ');
  return (
    <svg class="coin-bar" viewBox={`0 0 ${WIDTH} ${2 * ROW + 62}`} role="img" aria-label={label}>
      {rows.map(({ means, text, threshold }, i) => {
        const y = 16 + i * (ROW + 22);
        const own = means === answer;
        return (
          <g key={text} class={own ? 'coin-row coin-own' : 'coin-row'}>
            <text x={LEFT} y={y - 4}>
              {text}
              {own && ' ← you'}
            </text>
            <rect class="coin-one" x={at(0)} y={y} width={at(threshold) - at(0)} height={ROW} />
            <rect
              class="coin-zero"
              x={at(threshold)}
              y={y}
              width={at(1) - at(threshold)}
              height={ROW}
            />
            {threshold > 0.2 && (
              <text class="coin-word" x={at(0) + 8} y={y + 22}>
                sends 1
              </text>
            )}
            {threshold < 0.8 && (
              <text class="coin-word-zero" x={at(1) - 8} y={y + 22} text-anchor="end">
                sends 0
              </text>
            )}
          </g>
        );
      })}
      {coin !== null && (
        <g class="coin-mark">
          <line x1={at(coin)} x2={at(coin)} y1={14} y2={2 * ROW + 44} />
          <circle cx={at(coin)} cy={2 * ROW + 49} r={6} />
        </g>
      )}
    </svg>
  );
}
