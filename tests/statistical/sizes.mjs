// How much the audit samples, and how it names what it sampled.

/** Reports judged per input, reduced and in full; as many again choose the events. */
const kSizes = {
  module: [30_000, 1_000_000],
  page: [3_000, 100_000],
  vectors: [6_000, 100_000],
  codebooks: [6_000, 1_000_000],
  vectorPage: [1_000, 20_000],
  slates: [3_000, 100_000],
  slatePage: [400, 5_000],
  points: [3_000, 100_000],
  pointPage: [500, 20_000],
  mutant: [6_000, 30_000],
  vectorMutant: [20_000, 30_000],
  slateMutant: [6_000, 20_000],
  pointMutant: [3_000, 20_000],
};

export const sizes = (isReduced) =>
  Object.fromEntries(
    Object.entries(kSizes).map(([what, [reduced, full]]) => [what, isReduced ? reduced : full]),
  );

export const describe = ({ mechanism, epsilon, delta = 0, loss, claimed }) => ({
  mechanism,
  epsilon,
  delta,
  loss,
  claimed,
});
