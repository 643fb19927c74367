/** Epsilon slider for vectors, with what it means for a packet of many numbers. */
import { explain } from 'ldp-bandits';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { inHundred } from '../../../shared/format.js';
import { arrows, LONGEST, stretch } from '../shared/ball.js';
import { PERSONAL } from '../shared/experiment.js';
import { DIMENSION } from '../shared/features.js';
import { visitorsFactor } from '../shared/price.js';

/** Numbers in a symmetric matrix and a vector, as one report of LDP-LinUCB has them. */
const JOINT = (DIMENSION * (DIMENSION + 1)) / 2 + DIMENSION;
/**
 * By how much the noise on each of them is larger than on each of a `moment`: x xᵀ and y x together have a
 * length of at most √2. Whatever ε is.
 */
const JOINT_NOISE =
  (Math.SQRT2 * stretch(1, JOINT) * Math.sqrt(DIMENSION)) /
  (LONGEST.moment * stretch(1, DIMENSION) * Math.sqrt(JOINT));

export function PersonalEpsilonControl() {
  const { epsilon, truth } = levelNow();
  const [same, other] = [inHundred(truth), inHundred(100 - truth)];
  const m = arrows(epsilon);
  return (
    <EpsilonPanel
      stops={PERSONAL.stops}
      pictures={[
        {
          filled: truth,
          label: `${same} of 100 packets lie on the side of their sender’s true numbers`,
          text: (
            <>
              Of 100 people like you, <b>{same}</b> at most send a packet that leans towards their
              true numbers.
            </>
          ),
        },
        {
          filled: 100 - truth,
          label: `${other} of 100 of the very opposite send a packet that leans the same way`,
          text: (
            <>
              Of 100 people of the very opposite, <b>{other}</b> at least send one that leans the
              same way.
            </>
          ),
        },
      ]}
      about="which of two people you are"
      factor={visitorsFactor(epsilon)}
      price={`Answers that the server needs, to know its ${DIMENSION} weights as well as from true ones. From theory, and as measured on the real client: the variance of a packet over that of what it stands for.`}
      secret="you"
      mechanism={
        <>
          Mechanism: ℓ2-ball (Duchi, Jordan, Wainwright 2018). The device draws{' '}
          {m === 1 ? 'a random arrow' : `${m} random arrows, each with ε/${m}`} of public length,
          and turns it to the side of the true numbers if a coin of 64 random bits says so, which it
          does {inHundred(explain({ epsilon: epsilon / m, delta: 0 }).bestGuessInHundred)} times in
          100. Only the side can tell anything, and the coin is exact: δ = 0 whatever the rounding.
          LDP-LinUCB would send matrix and answer together, {JOINT} numbers each time, with{' '}
          {JOINT_NOISE.toFixed(1)} times the noise on each.
        </>
      }
    />
  );
}
