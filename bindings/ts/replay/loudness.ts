// Whether anything can be heard: how long the average of what visitors really had to say is, and how
// far the average of what they sent is from it. Only a replay can tell, which has both sides.
/** What a visitor sent beside what it would have sent without noise, both in real units. */
export interface Told {
  readonly part: string;
  readonly truth: Float64Array;
  readonly sent: Float64Array;
}

export interface Loudness {
  /** Reports to one learner that carry the product of reward and features. */
  readonly reports: number;
  /** Euclidean norm of its average without noise. */
  readonly signal: number;
  /** Root of the mean squared distance of the average of the noisy ones from that. */
  readonly noise: number;
}

export class LoudnessMeter {
  readonly #dimension: number;
  readonly #sum: Float64Array;
  #squares = 0;
  #reports = 0;

  constructor(dimension: number) {
    this.#dimension = dimension;
    this.#sum = new Float64Array(dimension);
  }

  add(told: Told): void {
    const truth = this.#momentOf(told.part, told.truth);
    const sent = this.#momentOf(told.part, told.sent);
    if (truth === null || sent === null) return;
    this.#reports += 1;
    for (let i = 0; i < this.#dimension; i += 1) {
      const said = truth[i] ?? 0;
      this.#sum[i] = (this.#sum[i] ?? 0) + said;
      this.#squares += ((sent[i] ?? 0) - said) ** 2;
    }
  }

  /**
   * Null before the first report.
   *
   * @param trials Learners that shared the reports: each heard its own part of them only.
   */
  measure(trials = 1): Loudness | null {
    const reports = this.#reports / trials;
    if (reports === 0) return null;
    const signal = Math.hypot(...this.#sum) / this.#reports;
    return { reports, signal, noise: Math.sqrt(this.#squares / trials) / reports };
  }

  /** The part of a vector in which reward and features meet. */
  #momentOf(part: string, numbers: Float64Array): Float64Array | null {
    const d = this.#dimension;
    switch (part) {
      case 'moment':
        return numbers;
      case 'gram':
        return numbers.subarray(numbers.length - d);
      case 'pair':
        return numbers.subarray(0, d).map((x) => x * (numbers[d] ?? 0));
      default: // the design says nothing of rewards
        return null;
    }
  }
}
