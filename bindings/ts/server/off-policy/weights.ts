/** Rows below which no estimate should be relied on. */
const FEW_ROWS = 100;
/** Standard errors that the mean weight may be off 1 by. */
const FAR = 4;

/** Moments of the weights of a log (docs/spec/off-policy.md, section 1). */
export class Weights {
  rows = 0;
  sum = 0;
  squares = 0;
  largest = 0;

  add(weight: number, times = 1): void {
    this.rows += times;
    this.sum += times * weight;
    this.squares += times * weight * weight;
    if (weight > this.largest) this.largest = weight;
  }

  /** NaN of an empty log. */
  get mean(): number {
    return this.sum / this.rows;
  }

  /** 0 if all weights are 0. */
  get ess(): number {
    return this.squares === 0 ? 0 : (this.sum * this.sum) / this.squares;
  }

  get warnings(): readonly string[] {
    const { rows, mean } = this;
    const few = rows < FEW_ROWS ? [`there are only ${rows} rows, fewer than ${FEW_ROWS}`] : [];
    const variance = Math.max(0, this.squares - rows * mean * mean) / (rows - 1);
    const standardError = Math.sqrt(variance / rows);
    // Rounding alone moves the mean of equal weights.
    const isOff = Math.abs(mean - 1) > FAR * standardError + 1e-9;
    return isOff
      ? [
          ...few,
          `the mean weight is ${mean.toPrecision(4)}, more than ${FAR} standard errors from 1: the log names other propensities than it was made with, or lacks rows, or the target shows what the log never does`,
        ]
      : few;
  }
}
