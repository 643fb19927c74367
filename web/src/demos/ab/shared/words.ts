/** How the page says an error probability, and a count that is only predicted. */

/** 0.31 → "31%", 0.0312 → "3.2%", 0.00004 → "0.01%": always rounded up, since it is a bound. */
export function chanceText(probability: number): string {
  const percent = probability * 100;
  const up = (digits: number) => {
    const scale = 10 ** digits;
    return Math.ceil(percent * scale - 1e-9) / scale;
  };
  if (percent >= 10) return `${Math.min(100, up(0))}%`;
  return `${Math.max(0.01, up(percent >= 1 ? 1 : 2))}%`;
}

/** Two digits: more would be pretence. */
export function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.round(count / unit) * unit;
}

/** A difference of two shares, in hundredths, with its sign: 0.353 → "+35", -0.05 → "−5", 0 → "0". */
export function pointsText(difference: number): string {
  const points = Math.round(difference * 100);
  if (points === 0) return '0';
  return `${points > 0 ? '+' : '\u2212'}${Math.abs(points)}`;
}
