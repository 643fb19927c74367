// What an operator knows before choosing an algorithm, in words of the page.
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireRecord,
} from '../internal/checks.js';

const CHOICES = ['one', 'set', 'by-context', 'number'] as const;
const FEEDBACKS = ['click', 'value', 'comparison'] as const;
const GOALS = ['earn', 'decide'] as const;

export interface Situation {
  /**
   * What the page chooses: `one` of some options; a `set` of them, shown together; one option
   * `by-context`, from features that stay on the device; a `number` or several, such as sliders.
   */
  readonly choose: (typeof CHOICES)[number];
  /**
   * What it sees of a visitor: a `click` or none; a `value` (see `range`); a `comparison`, which of
   * two variants is better (numbers only).
   */
  readonly see: (typeof FEEDBACKS)[number];
  /** How many visitors will report, once each: 1 to 10^12. */
  readonly visitors: number;
  /** Of one report: 2^-10 to 32. */
  readonly epsilon: number;
  /** Options that there are, or, by context, that one visitor can get: 2 to 4,096. Default 4. */
  readonly options?: number;
  /** Of a set: how many are shown together, below `options`. Default 2. */
  readonly shown?: number;
  /** By context: how many numbers describe an option to a visitor, 2 to 128. Default 5. */
  readonly features?: number;
  /**
   * By context: whether the options and their features are the same for every visitor, so that nothing of a visitor
   * is among the features. Default false.
   */
  readonly fixed?: boolean;
  /** Numbers to choose: 1 to 32. Default 2. */
  readonly numbers?: number;
  /**
   * Of one: `earn`, lose little while it is learnt, for ever; `decide`, find the best option, stop
   * and say so. Default `earn`.
   */
  readonly goal?: (typeof GOALS)[number];
  /** Of one: whether what visitors like may change while it is learnt. Default false. */
  readonly changing?: boolean;
  /**
   * How much better the best is than the rest, on the scale from 0 to 1 of feedback, in (0, 1]. Of
   * numbers: how much better the best setting is than the middle one. Default 0.1.
   */
  readonly gap?: number;
  /**
   * Of clicks on one option or several: the share of visitors who say yes to an ordinary option, at most 1 - gap. Default
   * (1 - gap)/2. What is rare costs more to learn with privacy, beside what it costs without.
   */
  readonly rate?: number;
  /**
   * Of values on one option: their standard deviation around the mean of the option, on the scale from 0 to 1, at most 0.5.
   * Default 0.25, one star of five.
   */
  readonly spread?: number;
  /** Of deciding: how probable a wrong answer may be, in (0, 0.5]. Default 0.05. */
  readonly errorProbability?: number;
  /** Of values: the least and the largest there are. Without it values count as unbounded. */
  readonly range?: readonly [low: number, high: number];
}

/** A situation with every default filled in. */
export interface CompleteSituation extends Required<Omit<Situation, 'range'>> {
  readonly range: readonly [number, number] | undefined;
}

const KEYS = [
  'choose',
  'see',
  'visitors',
  'epsilon',
  'options',
  'shown',
  'features',
  'fixed',
  'numbers',
  'goal',
  'changing',
  'gap',
  'rate',
  'spread',
  'errorProbability',
  'range',
];

/** At most this many options that are the same for everybody: their features cost more than they tell. */
const FEW = 30;

/** Whether features decide: not where they are those of few options, the same for everybody. */
export const isByContext = ({ choose, fixed, options }: CompleteSituation): boolean =>
  choose === 'by-context' && !(fixed && options <= FEW);

/** Throws `invalid_argument`, naming the field and what is allowed. */
export function completeSituation(value: unknown): CompleteSituation {
  const given = requireRecord('situation', value, KEYS);
  const choose = requireOneOf('situation.choose', given['choose'], CHOICES);
  const see = requireOneOf('situation.see', given['see'], FEEDBACKS);
  if (see === 'comparison' && choose !== 'number')
    throw invalidArgument(
      'situation.see',
      see,
      'comparisons are for numbers: of options a page sees clicks or values',
    );
  const integer = (name: string, minimum: number, maximum: number, absent: number) =>
    requireInteger(`situation.${name}`, given[name] ?? absent, minimum, maximum);
  const number = (name: string, minimum: number, maximum: number, absent?: number) =>
    requireNumber(`situation.${name}`, given[name] ?? absent, minimum, maximum);
  const goal = requireOneOf('situation.goal', given['goal'] ?? 'earn', GOALS);
  const changing = given['changing'] ?? false;
  if (typeof changing !== 'boolean')
    throw invalidArgument('situation.changing', changing, 'must be true or false');
  const fixed = given['fixed'] ?? false;
  if (typeof fixed !== 'boolean')
    throw invalidArgument('situation.fixed', fixed, 'must be true or false');
  if (choose !== 'by-context' && fixed)
    throw invalidArgument('situation.fixed', fixed, 'is for choosing by context');
  if (choose !== 'one' && (goal === 'decide' || changing))
    throw invalidArgument(
      goal === 'decide' ? 'situation.goal' : 'situation.changing',
      goal === 'decide' ? goal : changing,
      'is for choosing one option',
    );
  if (goal === 'decide' && changing)
    throw invalidArgument(
      'situation.changing',
      changing,
      'where the best option may change there is no answer to stop at',
    );
  const options = integer('options', 2, 4096, 4);
  const gap = number('gap', 1e-6, 1, 0.1);
  if (given['rate'] !== undefined && (see !== 'click' || !['one', 'set'].includes(choose)))
    throw invalidArgument('situation.rate', given['rate'], 'is for clicks on one option or a set');
  if (given['spread'] !== undefined && (see !== 'value' || choose !== 'one'))
    throw invalidArgument('situation.spread', given['spread'], 'is for values on one option');
  return {
    choose,
    see,
    visitors: integer('visitors', 1, 1e12, Number.NaN),
    epsilon: number('epsilon', 2 ** -10, 32),
    options,
    shown: integer('shown', 1, choose === 'set' ? options - 1 : 4096, Math.min(2, options - 1)),
    features: integer('features', 2, 128, 5),
    fixed,
    numbers: integer('numbers', 1, 32, 2),
    goal,
    changing,
    gap,
    rate: number('rate', 0, 1 - gap, (1 - gap) / 2),
    spread: number('spread', 0, 0.5, 0.25),
    errorProbability: number('errorProbability', 1e-9, 0.5, 0.05),
    range: readRange(given['range']),
  };
}

function readRange(value: unknown): readonly [number, number] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length !== 2)
    throw invalidArgument(
      'situation.range',
      value,
      'must be two numbers, the least and the largest',
    );
  const low = requireNumber('situation.range[0]', value[0]);
  const high = requireNumber('situation.range[1]', value[1]);
  if (!(low < high))
    throw invalidArgument('situation.range[1]', high, `must be larger than range[0], ${low}`);
  if (!Number.isFinite(high - low))
    throw invalidArgument('situation.range[1]', high, 'is too far from range[0]');
  return [low, high];
}
