// How much the audit samples, and how it names what it sampled.

/** Reports judged per input; as many again choose the events. */
export const sizes = (isReduced) =>
  isReduced
    ? {
        module: 30_000,
        page: 3_000,
        vectors: 6_000,
        vectorPage: 1_000,
        slates: 3_000,
        slatePage: 400,
        points: 3_000,
        pointPage: 500,
        mutant: 6_000,
        vectorMutant: 20_000,
        slateMutant: 6_000,
        pointMutant: 3_000,
      }
    : {
        module: 1_000_000,
        page: 100_000,
        vectors: 100_000,
        vectorPage: 20_000,
        slates: 100_000,
        slatePage: 5_000,
        points: 100_000,
        pointPage: 20_000,
        mutant: 30_000,
        vectorMutant: 30_000,
        slateMutant: 20_000,
        pointMutant: 20_000,
      };

export const describe = ({ mechanism, epsilon, delta = 0, loss, claimed }) => ({
  mechanism,
  epsilon,
  delta,
  loss,
  claimed,
});
