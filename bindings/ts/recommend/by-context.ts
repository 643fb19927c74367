// Which learner of features: docs/spec/defaults.md, section 3, has the figures behind each rule.
import { leastByContext } from './noise.js';
import type { CompleteSituation } from './situation.js';
import type { Alternative, Pick, Transformed } from './types.js';

/** From this number of features on, and below this epsilon, SGD loses about as little with less work on the device. */
const MANY_FEATURES = 20;
const WEAK_EPSILON = 5;
/** From this epsilon on LinUCB on pairs may lose less than linear moments: docs/spec/defaults.md, section 3. */
const PAIR_EPSILON = 10;

const PRIVATE_CHOICE =
  'The choice follows from features that stay on the device; no option is named in the report.';

const FEATURES_LEAK =
  'Features must be in the page already: what is fetched for one option alone tells the server the choice.';
const FEATURES_COST =
  'Each feature makes the noise larger: twice as many cost about eight times the visitors.';

const ONE_PART =
  'A public coin names which of two parts a visitor sends, the score or the curvature: the one that leaves has the whole epsilon.';

const SAME_FOR_ALL: Alternative = {
  type: 'ldp-thompson',
  when: 'everybody gets the same few options, thirty at most, and no feature is of the visitor: learn them without features',
};

export function pickByContext(situation: CompleteSituation, transformed: Transformed): Pick {
  const chosen =
    situation.see === 'click' ? ofClicks(situation) : ofNumbers(situation, transformed);
  const warnings = [
    ...transformed.warnings,
    ...chosen.warnings,
    ...(situation.fixed ? [] : [FEATURES_LEAK]),
    FEATURES_COST,
  ];
  const least = leastByContext(situation);
  if (situation.visitors >= least) return { ...chosen, warnings };
  return {
    ...chosen,
    why: [
      `No learner of ${situation.features} features learns more than a little from fewer than about ${rounded(least)} visitors at epsilon ${situation.epsilon}. This one is named only so that the code below is complete.`,
    ],
    alternatives: [
      {
        type: 'ldp-thompson',
        when: 'one and the same choice for everybody is better than none: it needs no features',
      },
      ...chosen.alternatives.filter(({ type }) => type !== 'ldp-thompson'),
    ],
    warnings,
  };
}

const rounded = (count: number) => Number(count.toPrecision(2)).toLocaleString('en');

/** Newton's steps, the part of a report named by a public coin, at every epsilon; where features are many and contexts vary, the gradient alone. */
function ofClicks({ features, epsilon, fixed }: CompleteSituation): Pick {
  const isShort = features >= MANY_FEATURES && !fixed && epsilon < WEAK_EPSILON;
  const type = isShort ? 'ldp-glm-sgd' : 'ldp-glm-newton';
  const other: Alternative = isShort
    ? {
        type: 'ldp-glm-newton',
        when: 'options repeat from visitor to visitor: SGD may then stay with a wrong one',
      }
    : {
        type: 'ldp-glm-sgd',
        when: 'there are twenty features or more, every visitor gets options of their own and epsilon is below 5: its device does less work, and it loses about as little',
      };
  return {
    algorithm: { type, dimension: features, link: 'logistic' },
    why: [
      PRIVATE_CHOICE,
      isShort
        ? 'A report stands for one gradient, as long as the features: the least work for a device, and with this many features it loses about as little as Newton’s steps.'
        : 'Clicks follow a logistic curve, and it learns that curve: of the local learners it loses least by clicks.',
      ...(isShort ? [] : [ONE_PART]),
    ],
    alternatives: [other, SAME_FOR_ALL],
    warnings: [
      'It tells click rates from 27% to 73% apart. Rarer clicks need a feature that is constant, and a larger bound than 1, up to 8.',
    ],
  };
}

const LEVEL_KNOWN: Alternative = {
  type: 'ldp-glm-newton',
  when: 'the level of the values is known: give it values less that level, with the link identity and the parts of a coin, and no constant feature',
};

const PAIRS: Alternative = {
  type: 'ldp-linucb',
  when: "features of options differ by nearly all that their bound allows: with parts: 'pair' it then loses 0.4 to 0.8 times as much, but twice as much where all are near their mean, and a forged report counts with the square of its length",
};

/** Moments need no level: a mean that all options share costs them no feature. */
function ofNumbers({ features, epsilon }: CompleteSituation, { rewards }: Transformed): Pick {
  return {
    algorithm: { type: 'ldp-linear-moments', dimension: features, ...rewards },
    why: [
      PRIVATE_CHOICE,
      'A report is two bytes, pure epsilon, that name a public direction near its vector; it need not know the level around which values lie.',
    ],
    alternatives: [LEVEL_KNOWN, ...(epsilon >= PAIR_EPSILON ? [PAIRS] : []), SAME_FOR_ALL],
    warnings: [],
  };
}
