// What leaves the device, and the private side that does not.

/** All the server will ever get from this decision; every field says why it is safe to send. */
export interface Report {
  /** 128 fresh random bits, for idempotency. */
  readonly id: string;
  readonly snapshot: number;
  /** The request body, byte for byte. */
  readonly body: Uint8Array;
  /**
   * Read back from `body`. `public` does not depend on the feedback; `randomized` is what the
   * mechanism released: a `bit`, or a `noisy` integer, which is the reward times 1024 plus Laplace
   * noise (of `cucb-ldp1` a list of them, one for each of `arms`), or the reward times a power of two
   * of its level plus Gaussian noise, or `data`, a noisy vector, which `body` has in base64url. There is no arm where there is a context; `part`, drawn
   * without looking at either, says which vector it is if there are several.
   */
  readonly fields: readonly {
    readonly name: string;
    readonly visibility: 'public' | 'randomized';
    readonly value: string | number | readonly number[];
  }[];
}

/**
 * The private side of a report, for the page's own eyes. JSON.stringify of it throws. Without
 * contexts: the feedback, and the noise in its units; with contexts: a {@link ContextualInput}, and
 * the noise on each of its `vector`; of a slate: a {@link SlateInput}, and the noise in units of an
 * outcome, of `cucb-ldp1` a list of it; of a convex set: a {@link ConvexInput}, and the noise in units
 * of its `value`.
 */
export interface PrivateTrace {
  readonly input: unknown;
  readonly noise: unknown;
  toJSON(): never;
}

/** What a contextual report is made of before it gets its noise. */
export interface ContextualInput {
  /** Which vector it is: `gram`, `pair`, `moment`, `design`, `score`, `gradient` or `published`. */
  readonly part: string;
  /** The features of the chosen arm, divided by `norm` and shortened to norm 1. */
  readonly x: Float64Array;
  /** The feedback as the page gave it. */
  readonly reward: number;
  /** Generalized linear: whether the feedback was beyond the range of the link, and was clamped. */
  readonly clamped?: boolean;
  /** What the report would say without noise: as long as its `data`; of a codebook, as the codewords. */
  readonly vector: Float64Array;
  /**
   * What one step of a number in `data` is worth: `data[i] * unit` is `vector[i]` plus noise. Of a codebook report,
   * whose `data` is an index, one step of the codeword that it names, at the length of the longest vector; the collector
   * makes it longer by a public factor.
   */
  readonly unit: number;
}

/** What a report about a slate is made of before it gets its noise. */
export interface SlateInput {
  /** As the page gave them, one for each arm of the slate. */
  readonly outcomes: Float64Array;
  /** As `Decision.reported`: the arm whose outcome is used, or -1. */
  readonly reported: number;
}

/** What a report about points of a convex set is made of before it gets its noise. */
export interface ConvexInput {
  /** As the page gave it: a loss, two of them, or a preference. */
  readonly feedback: number | readonly [number, number];
  /**
   * What the report would say without noise, from -1 to 1: the loss from the least to the largest; of two
   * points their difference, as a part of the largest that is possible; of a preference its negative.
   */
  readonly value: number;
  /** Whether the feedback was beyond that range. Nothing of this leaves. */
  readonly clamped: boolean;
}
