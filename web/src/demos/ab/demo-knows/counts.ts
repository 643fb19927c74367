/** How long tests of this truth take, with privacy and without: as the build's simulator played them. */
export interface Counts {
  /** Simulated tests behind each number. */
  readonly tests: number;
  readonly private: readonly Count[];
  /** The same rule on answers in the clear. */
  readonly clear: Omit<Count, 'epsilon'>;
}

export interface Count {
  readonly epsilon: number;
  /** Mean visitors until the test ended. */
  readonly visitors: number;
  /** Tests that gave a wrong answer, and those that had not ended within the visitors they got. */
  readonly wrong: number;
  readonly open: number;
}
