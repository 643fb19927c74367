// From a situation to an algorithm of the catalog, and the reasons.
import { defaultBySet } from '../generated/defaults.js';
import { pickByContext } from './by-context.js';
import { isGraded } from './price.js';
import { type CompleteSituation, isByContext } from './situation.js';
import { expectedMeans, predictedVisitors } from './stopping.js';
import type { Alternative, Pick, Transformed } from './types.js';

export type { Alternative };

const UNBOUNDED =
  'Without a range the values are squeezed into 0 to 1 by a sigmoid with center 0 and scale 1: set both so that typical values lie in its steep part, or give a range.';

export function pick(situation: CompleteSituation): Pick {
  const { choose, goal, changing } = situation;
  if (choose === 'set') return pickSet(situation);
  if (isByContext(situation)) return pickByContext(situation, transform(situation));
  if (choose === 'by-context') return pickFixed(situation);
  if (choose === 'number') return pickNumber(situation);
  if (goal === 'decide') return pickAnswer(situation);
  return changing ? pickChanging(situation) : pickOne(situation);
}

/** Clicks need no transform; values need one, of their range. */
function transform({ see, range }: CompleteSituation): Transformed {
  if (see !== 'value') return { rewards: {}, warnings: [] };
  if (range)
    return { rewards: { rewards: { type: 'clip', low: range[0], high: range[1] } }, warnings: [] };
  return { rewards: { rewards: { type: 'sigmoid', center: 0, scale: 1 } }, warnings: [UNBOUNDED] };
}

function pickOne(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  if (isGraded(situation)) {
    return {
      algorithm: { type: 'ldp-thompson-graded', arms: situation.options, ...rewards },
      why: [
        'One option at a time, the same for every visitor: a multi-armed bandit.',
        'Values have grades, and from epsilon 1 on one randomised integer that is close to the value loses less than one bit does: pure epsilon.',
      ],
      alternatives: [
        { type: 'ldp-thompson', when: 'most values are at one of the two ends, as clicks are' },
        {
          type: 'ldp-imed-graded',
          when: 'equal reports must give equal snapshots whatever computes them: it draws and integrates nothing',
        },
        { type: 'ldp-duel', when: 'you want an answer and an end, not a running choice' },
        { type: 'ldp-thompson-drift', when: 'what visitors like may change' },
      ],
      warnings,
    };
  }
  return {
    algorithm: { type: 'ldp-thompson', arms: situation.options, ...rewards },
    why: [
      'One option at a time, the same for every visitor: a multi-armed bandit.',
      'Each visitor sends one randomised bit, at pure epsilon. Of the learners that need no more, this one loses least in the simulations of this project.',
    ],
    alternatives: [
      {
        type: 'ldp-imed',
        when: 'the shares of a snapshot should follow from its counts by a short formula, or visitors choose their level from a menu: it loses as little, and single runs differ less',
      },
      {
        type: 'ldp-kl-ucb',
        when: 'a snapshot should name one option for everybody, or you want a bound on what is lost with the smallest possible constant',
      },
      {
        type: 'weighted-ldp-ucb',
        when: 'visitors choose their level from a menu, and those below a level are shown the best option so far and nothing else (levelAwareFrom)',
      },
      { type: 'ldp-duel', when: 'you want an answer and an end, not a running choice' },
      { type: 'ldp-thompson-drift', when: 'what visitors like may change' },
    ],
    warnings,
  };
}

/** Features of the options alone would be learnt to know each option's mean; the options are few enough to learn it. */
function pickFixed(situation: CompleteSituation): Pick {
  const picked = pickOne(situation);
  return {
    ...picked,
    why: [
      'Few options, the same for everybody: their features would add noise, and tell nothing of a visitor.',
      ...picked.why.slice(1),
    ],
    alternatives: [
      {
        type: situation.see === 'click' ? 'ldp-glm-newton' : 'ldp-linear-moments',
        when: 'there are more than thirty options, or features are of the visitor too',
      },
      ...picked.alternatives,
    ],
  };
}

function pickAnswer(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  const { options, epsilon, errorProbability } = situation;
  const visitors = predictedVisitors({
    means: expectedMeans(situation),
    epsilon,
    errorProbability,
  });
  // A test whose variants differ by the gap hardly ever takes so long: two digits will do.
  const maximumPulls = Math.min(Number((20 * visitors).toPrecision(2)), 1e12);
  return {
    algorithm: { type: 'ldp-duel', arms: options, errorProbability, maximumPulls, ...rewards },
    why: [
      `An A/B test that says when it is done: with probability ${Number((1 - errorProbability).toPrecision(12))} or more the answer is right, whenever you look.`,
      'It asks most about the leader and its closest rivals, drops clear losers for good, and needs a fifth to an eighth of the visitors of confidence bounds.',
    ],
    alternatives: [
      {
        type: 'ldp-sequential-halving',
        when: 'the number of visitors is fixed, and the answer is due when they have been here',
      },
      {
        type: 'ldp-kl-lucb',
        when: 'later visitors must be able to overturn an answer, or reports are Laplace or Gaussian',
      },
      { type: 'ldp-thompson', when: 'losing little meanwhile counts more than an answer' },
    ],
    warnings: [
      ...warnings,
      'Two equally good options have no answer: maximumPulls ends the test, 20 times the visitors that the gap needs. Set indifference instead, and either of them is an answer.',
    ],
  };
}

function pickChanging(situation: CompleteSituation): Pick {
  const { rewards, warnings } = transform(situation);
  const { options, visitors } = situation;
  return {
    algorithm: { type: 'ldp-thompson-drift', arms: options, horizon: visitors, ...rewards },
    why: [
      'It watches every option for a change, and drops what it learnt before one: when the best option falls, it soon shows the next best one.',
      'While nothing changes it costs a few percent more than the learner that counts on that.',
    ],
    alternatives: [
      {
        type: 'ldp-tsallis-inf',
        when: 'an opponent changes what visitors like on purpose; it competes with the best single option of the whole time',
      },
      { type: 'ldp-thompson', when: 'nothing changes while it is learnt' },
      {
        type: 'one-point-reduction',
        when: 'you have a learner of your own for bounded losses, for example one that forgets',
      },
    ],
    warnings: [
      ...warnings,
      'It is slow to see that an option which it hardly shows has become better. If you expect that, set discount to a fifth of the visitors: it then loses about three times as much while nothing changes.',
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
      'Several options at once: a set.',
      'One bit about one option of the set leaves, named before the visitor sees it, so the budget is not split.',
      'Give another decision set if not every combination is allowed: at most k of a kind, a path, a matching, a cover.',
    ],
    alternatives: [
      {
        type: 'combinatorial-thompson',
        when: 'sets are paths, matchings or a list of your own, of which few share an option',
      },
      { type: 'cucb-ldp-bit', when: 'you want a proven bound' },
      {
        type: 'cucb-ldp-sum',
        when: 'reactions to a set go together, and few sets are allowed',
      },
    ],
    warnings,
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
    when: 'a handful of settings is enough: compare them as options of an A/B test',
  };
  if (see === 'comparison')
    return {
      algorithm: { type: 'ldp-two-point', set, feedback: 'comparison', distance: 0.15 },
      why: [
        'The visitor sees two settings and says which one is better: one randomised bit leaves.',
        'A comparison tells the slope at once, so this needs far fewer visitors than a value of one setting.',
      ],
      alternatives: [handful],
      warnings: [
        scale,
        'It goes where most comparisons lead, a little at a time. Differences that visitors cannot see teach nothing: raise distance, up to 0.5, until the two settings look different.',
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
      'One setting a visitor: the slope is felt by playing next to the current point.',
      'The feedback counts as a loss with its sign turned: report minus the click or the value.',
    ],
    alternatives: [
      {
        type: 'ldp-two-point',
        when: 'a visitor can see two settings, and say which is better or what each is worth: it needs far fewer visitors',
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
