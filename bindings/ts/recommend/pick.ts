// From a situation to an algorithm of the catalog, and the reasons.
import type { AlgorithmSpec, AlgorithmType } from '../client/types.js';
import { defaultBySet, type RewardTransform } from '../generated/catalog.js';
import type { CompleteSituation } from './situation.js';

export interface Alternative {
  readonly type: AlgorithmType;
  /** When it is the better one. */
  readonly when: string;
}

export interface Pick {
  readonly algorithm: AlgorithmSpec;
  /** Why this one: a sentence each. */
  readonly why: readonly string[];
  readonly alternatives: readonly Alternative[];
  readonly warnings: readonly string[];
}

const UNBOUNDED =
  'Without a range the values are squeezed into 0 to 1 by a sigmoid with center 0 and scale 1: set both so that typical values lie in its steep part, or give a range.';

export function pick(situation: CompleteSituation): Pick {
  const { choose, goal, changing } = situation;
  if (choose === 'set') return pickSet(situation);
  if (choose === 'by-context') return pickByContext(situation);
  if (choose === 'number') return pickNumber(situation);
  if (goal === 'decide') return pickAnswer(situation);
  return changing ? pickChanging(situation) : pickOne(situation);
}

/** Clicks need no transform; values need one, of their range. */
function transform({ see, range }: CompleteSituation): {
  readonly rewards: { readonly rewards?: RewardTransform };
  readonly warnings: readonly string[];
} {
  if (see !== 'value') return { rewards: {}, warnings: [] };
  if (range)
    return { rewards: { rewards: { type: 'clip', low: range[0], high: range[1] } }, warnings: [] };
  return { rewards: { rewards: { type: 'sigmoid', center: 0, scale: 1 } }, warnings: [UNBOUNDED] };
}

function pickOne(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  return {
    algorithm: { type: 'ldp-thompson', arms: situation.options, ...rewards },
    why: [
      'One of some options, the same for everybody: a multi-armed bandit.',
      'One randomised bit a visitor, pure epsilon; of the learners that get by with it this one loses least in the simulations of this project.',
    ],
    alternatives: [
      {
        type: 'ldp-kl-ucb',
        when: 'you want a bound on what is lost with the smallest possible constant, rather than the least loss on average',
      },
      {
        type: 'weighted-ldp-ucb',
        when: 'visitors have privacy levels of their own, from a menu',
      },
      { type: 'ldp-kl-lucb', when: 'you want an answer and an end, not a running choice' },
      { type: 'ldp-tsallis-inf', when: 'what visitors like may change' },
    ],
    warnings,
  };
}

function pickAnswer(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  const { options, errorProbability } = situation;
  return {
    algorithm: { type: 'ldp-kl-lucb', arms: options, errorProbability, ...rewards },
    why: [
      `An A/B test that says when it is done: with probability ${Number((1 - errorProbability).toPrecision(12))} or more the answer is right, whenever you look.`,
      'It asks only about the leader and its closest rival, so that clear losers cost little.',
    ],
    alternatives: [
      {
        type: 'ldp-sequential-halving',
        when: 'the number of visitors is fixed, and the answer is due when they have been here',
      },
      { type: 'ldp-successive-elimination', when: 'you want to see variants drop out one by one' },
      { type: 'ldp-thompson', when: 'losing little meanwhile counts more than an answer' },
    ],
    warnings: [
      ...warnings,
      'Two equally good variants have no answer: set maximumPulls to end the test anyway.',
    ],
  };
}

function pickChanging(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  return {
    algorithm: { type: 'ldp-tsallis-inf', arms: situation.options, ...rewards },
    why: [
      'It assumes nothing about how what visitors like changes, and an opponent may change it on purpose.',
      'Where nothing changes it is nearly as good as learners that count on that.',
    ],
    alternatives: [
      { type: 'ldp-thompson', when: 'nothing changes while it is learnt' },
      {
        type: 'one-point-reduction',
        when: 'you have a learner of your own for bounded losses, for example one that forgets',
      },
    ],
    warnings: [
      ...warnings,
      'It competes with the best single option of the whole time; it does not follow a best option that moves.',
    ],
  };
}

function pickSet(situation: CompleteSituation): Pick {
  const { options, shown } = situation;
  const { rewards, warnings } = transform(situation);
  return {
    algorithm: {
      type: defaultBySet['top-k'],
      set: { type: 'top-k', arms: options, choose: shown },
      ...rewards,
    },
    why: [
      'Several options at once: a slate.',
      'One bit about one option of the slate leaves, named before the visitor sees it, so the budget is not split.',
      'Give another decision set if not every combination is allowed: at most k of a kind, a path, a matching, a cover.',
    ],
    alternatives: [
      {
        type: 'combinatorial-thompson',
        when: 'slates are paths, matchings or a list of your own, of which few share an option; or visitors choose their level from a menu',
      },
      { type: 'cucb-ldp-bit', when: 'you want a proven bound' },
      {
        type: 'cucb-ldp-sum',
        when: 'reactions to a slate go together, and few slates are allowed',
      },
    ],
    warnings,
  };
}

function pickByContext(situation: CompleteSituation): Pick {
  const { features, see } = situation;
  const { rewards, warnings } = transform(situation);
  return {
    algorithm: { type: 'ldp-linear-moments', dimension: features, ...rewards },
    why: [
      'The choice follows from features that stay on the device; no option is named in the report.',
      'A report carries one short noisy vector, pure epsilon; of the local learners it loses least where visitors differ in what they can get.',
    ],
    alternatives: [
      ...(see === 'click'
        ? [
            {
              type: 'ldp-glm-newton' as const,
              when: 'clicks are rare or nearly certain for some, so that they do not follow a straight line: it models them by a logistic curve',
            },
          ]
        : []),
      { type: 'ldp-linucb', when: 'everybody gets the same few options, or a delta is acceptable' },
    ],
    warnings: [
      ...warnings,
      'Features must be in the page already: what is fetched for one option alone tells the server the choice.',
      'Each feature makes the noise larger: twice as many cost about eight times the visitors.',
    ],
  };
}

function pickNumber(situation: CompleteSituation): Pick {
  const { see, numbers, range } = situation;
  const set = {
    type: 'box',
    low: Array<number>(numbers).fill(-1),
    high: Array<number>(numbers).fill(1),
  } as const;
  const scale =
    'The set is -1 to 1 in every coordinate: scale your settings to that, or give your own limits.';
  const handful: Alternative = {
    type: 'ldp-kl-lucb',
    when: 'a handful of settings is enough: compare them as variants of an A/B test',
  };
  if (see === 'comparison')
    return {
      algorithm: { type: 'ldp-two-point', set, feedback: 'comparison', distance: 0.15 },
      why: [
        'The visitor sees two variants and says which one is better: one randomised bit leaves.',
        'A comparison tells the slope at once, so this needs far fewer visitors than a value of one variant.',
      ],
      alternatives: [handful],
      warnings: [
        scale,
        'It goes where most comparisons lead, a little at a time. Differences that visitors cannot see teach nothing: raise distance, up to 0.5, until the two variants look different.',
      ],
    };
  return {
    algorithm: {
      type: 'ldp-one-point',
      set,
      losses: 'smooth',
      lossLow: range ? 0 - range[1] : -1,
      lossHigh: range ? 0 - range[0] : 0,
      lipschitz: 1,
      smoothness: 1,
      steps: 'practical',
    },
    why: [
      'One variant a visitor: the slope is felt by playing next to the current point.',
      'The feedback counts as a loss with its sign turned: report minus the click or the value.',
    ],
    alternatives: [
      {
        type: 'ldp-two-point',
        when: 'a visitor can see two variants, and say which is better or what each is worth: it needs far fewer visitors',
      },
      handful,
      ...(numbers === 1
        ? [
            {
              type: 'ldp-stochastic-convex' as const,
              when: 'you can say nothing of how smooth the losses are, and have a hundred times the visitors',
            },
          ]
        : []),
    ],
    warnings: [
      scale,
      'What is lost must be a convex function of the settings: one valley, no second one.',
      'lipschitz and smoothness are guesses here: state those of your losses.',
    ],
  };
}
