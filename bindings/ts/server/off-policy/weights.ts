/** Rows below which no estimate should be relied on, and rows of equal weight. */
const FEW_ROWS = 100;
/** Standard errors that the mean weight may be off 1 by: for an interval to be given, and without a warning. */
const SOMEWHAT_FAR = 3;
const FAR = 4;
/** The share of all weight that one row may have. */
const HEAVY = 0.1;
/** Rows whose reward is not the commonest, which an estimate needs. */
const FEW_OTHERS = 10;

/** Moments of the weights of a log (docs/spec/off-policy.md, section 1). */
export class Weights {
  rows = 0;
  sum = 0;
  squares = 0;
  largest = 0;
  /** Which row has the largest weight, from 0; the first one of equals. */
  heaviest = -1;
  /** Rows with weight, by their reward. No more rewards are counted once there are more than FEW_OTHERS of them. */
  readonly #rewards = new Map<number, number>();

  /** `reward`: where rewards are as they are, and not noisy. */
  add(weight: number, reward?: number): void {
    if (weight > this.largest) {
      this.largest = weight;
      this.heaviest = this.rows;
    }
    this.rows += 1;
    this.sum += weight;
    this.squares += weight * weight;
    if (reward === undefined || weight === 0) return;
    const known = this.#rewards.get(reward);
    if (known !== undefined || this.#rewards.size <= FEW_OTHERS)
      this.#rewards.set(reward, (known ?? 0) + 1);
  }

  /** NaN of an empty log. */
  get mean(): number {
    return this.sum / this.rows;
  }

  /** 0 if all weights are 0. */
  get ess(): number {
    return this.squares === 0 ? 0 : (this.sum / this.squares) * this.sum;
  }

  /** Why no interval of a mean that needs all weights can be trusted; undefined if there is no reason. */
  get doubt(): string | undefined {
    return this.#heavy ?? this.#off(SOMEWHAT_FAR);
  }

  get warnings(): readonly string[] {
    const { rows, ess } = this;
    const few =
      rows < FEW_ROWS
        ? `there are only ${rows} rows, fewer than ${FEW_ROWS}`
        : ess < FEW_ROWS
          ? `the rows say as much as ${ess.toPrecision(3)} of equal weight, fewer than ${FEW_ROWS}`
          : undefined;
    return [few, this.#heavy, this.#others, this.#off(FAR)].filter((said) => said !== undefined);
  }

  get #heavy(): string | undefined {
    const share = this.largest / this.sum;
    if (!(share > HEAVY)) return undefined;
    return `log[${this.heaviest}] has ${(100 * share).toFixed(0)} % of the weight: the log has too few rows like it`;
  }

  get #others(): string | undefined {
    const counts = [...this.#rewards.values()];
    if (counts.length === 0 || counts.length > FEW_OTHERS) return undefined;
    const others = counts.reduce((sum, count) => sum + count, 0) - Math.max(...counts);
    if (others >= FEW_OTHERS) return undefined;
    return `of the rows with weight only ${others} have another reward than the commonest, fewer than ${FEW_OTHERS}`;
  }

  #off(far: number): string | undefined {
    const { rows, mean } = this;
    const variance = Math.max(0, this.squares - rows * mean * mean) / (rows - 1);
    const standardError = Math.sqrt(variance / rows);
    // Rounding alone moves the mean of equal weights.
    const isOff = Math.abs(mean - 1) > far * standardError + 1e-9;
    return isOff
      ? `the mean weight is ${mean.toPrecision(4)}, more than ${far} standard errors from 1: the log names other propensities than it was made with, or lacks rows, or the target shows what the log never does`
      : undefined;
  }
}
