/** The game of the contextual page: eight cards, chosen by private features, and a report of many numbers. */
import { openGame } from '../../../device/game.js';
import { PERSONAL } from '../shared/experiment.js';
import { featuresOf } from '../shared/features.js';
import { wishes } from './knows.js';
import { chosen, dealtFeatures, linearTrace } from './state.js';
import { traceOf } from './trace.js';

export const open = openGame(PERSONAL, {
  deal: (bandit) => {
    const features = featuresOf(wishes.value);
    const decision = bandit.choose(features);
    chosen.value = decision.action;
    dealtFeatures.value = features;
    return decision;
  },
  trace: linearTrace,
  traceOf: (answer: 1 | 0 | null, report, trace) => ({
    answer,
    report: report && traceOf(report, trace),
  }),
});
