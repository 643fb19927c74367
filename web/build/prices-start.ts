/** What privacy costs at each privacy level of the demos, so that a demo need not load what computes it. */
import { STOPS } from '../src/shared/experiment.js';
import { prices } from '../src/shared/prices.js';

export async function count() {
  const factorsOf = (of: 'set' | 'contexts' | 'sliders') =>
    Object.fromEntries(STOPS.map((stop) => [stop, Number(prices(stop)[of].factor.toPrecision(3))]));
  return {
    start: {
      set: factorsOf('set'),
      contexts: factorsOf('contexts'),
      sliders: factorsOf('sliders'),
    },
  };
}
