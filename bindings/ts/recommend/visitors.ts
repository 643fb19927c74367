// What it costs in visitors, without the reasons and the code of ldp-bandits/recommend: a file of its own in the package,
// so that a page which only quotes a price loads no more than that.
import { type Price, predictPrice } from './price.js';
import { completeSituation, type Situation } from './situation.js';

export { advisedEpoch, predictedVisitors, type TestTerms } from './stopping.js';

/**
 * The price of `recommend` alone.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`, what was given and what is allowed.
 */
export const priceOf = (situation: Situation): Price => predictPrice(completeSituation(situation));
