/**
 * What the editor holds: an experiment and the crowd that it meets, as JSON. The site's policy runs no code that was
 * typed in, and a Service Worker that handed typed text back as a script would undo that policy for every page of
 * this origin; so the experiment is edited as data, and the code beside it follows.
 */
import type { Recommendation, Situation } from 'ldp-bandits/recommend';
import { recommend } from 'ldp-bandits/recommend';

/** What the crowd likes; the learner never sees it. */
export interface Truth {
  /** Of one option or several: for each option the share who say yes, or the mean of a value whose range is 0 to 1. */
  readonly yes?: readonly number[];
  /** By context: options that one visitor can get, and what a feature adds to a yes (of clicks, to its log-odds). */
  readonly options?: number;
  readonly weights?: readonly number[];
  /** Of numbers: the best setting, and by how much it is better than the middle, 0 to 1. */
  readonly best?: readonly number[];
  readonly gain?: number;
}

export interface Plan {
  readonly algorithm: Recommendation['algorithm'];
  readonly epsilon: number;
  readonly visitors: number;
  readonly truth: Truth;
}

/** What cannot be played, and where in the text it stands. */
export class PlanError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(path ? `${path}: ${reason}` : reason);
    this.path = path;
  }
}

/** Visitors of one run; each takes about a fifth of a millisecond. */
export const LEAST_VISITORS = 100;
export const MOST_VISITORS = 200_000;
const USUAL_VISITORS = 10_000;
/** A first run takes no more. */
const PATIENCE = 25_000;
/** Beyond this difference a crowd would be no example. */
const LARGEST_GAP = 0.5;

/**
 * The advice as a plan. Its crowd differs by as much as the visitors of one run can show, if the situation's own
 * difference would take more.
 */
export function planOf(
  situation: Situation,
  { algorithm }: Recommendation,
): { readonly plan: Plan; readonly isWidened: boolean } {
  const gap = gapToShow(situation);
  const needed = recommend({ ...situation, gap }).price.visitors;
  const visitors = Math.min(PATIENCE, Math.max(USUAL_VISITORS, 1.2 * needed));
  const plan = {
    algorithm,
    epsilon: situation.epsilon,
    visitors: Number(visitors.toPrecision(2)),
    truth: truthOf({ ...situation, gap }, algorithm),
  };
  return { plan, isWidened: gap > (situation.gap ?? gap) };
}

function gapToShow(situation: Situation): number {
  const { gap: own = 0.1, rate = 0, choose, features = 5, options = 4, fixed = false } = situation;
  const most =
    choose === 'by-context' && !fixed
      ? largestLead(features, options, situation)
      : Math.max(own, Math.min(LARGEST_GAP, 1 - rate));
  let gap = Math.min(own, most);
  while (gap < most && recommend({ ...situation, gap }).price.visitors > USUAL_VISITORS)
    gap = Math.min(most, gap + 0.05);
  return gap === most ? gap : hundredths(gap);
}

function truthOf(
  situation: Situation & { readonly gap: number },
  algorithm: Plan['algorithm'],
): Truth {
  const { choose, options = 4, shown = 2, numbers = 2, gap } = situation;
  if ('dimension' in algorithm)
    return { options, weights: weightsOf(algorithm.dimension, options, situation) };
  if (choose === 'number')
    return {
      best: Array.from({ length: numbers }, (_, i) => (i % 2 === 0 ? 0.6 : -0.4)),
      gain: gap,
    };
  const rate = situation.rate ?? (1 - gap) / 2;
  const best = choose === 'set' ? shown : 1;
  // The best ones are not the first: what is shown before anything is learnt would be right by chance.
  const yes = Array.from({ length: options }, (_, i) =>
    hundredths(i >= options - best - 1 && i < options - 1 ? rate + gap : rate),
  );
  return { yes };
}

/** The largest of `options` normal numbers is above their mean by about this. */
const leadOf = (options: number) => Math.sqrt(2 * Math.log(options)) * 0.62;

// A click's chance grows by a quarter of its log-odds, of which a learner counts on 1 at most.
const reachOf = ({ see }: Situation) =>
  see === 'click' ? { slope: 1 / 4, norm: 1 } : { slope: 1, norm: 1 / 2 };

/** By how much the best option of a visitor can be better than an average one. */
function largestLead(dimension: number, options: number, situation: Situation): number {
  const { slope, norm } = reachOf(situation);
  return (norm * slope * leadOf(options)) / Math.sqrt(dimension);
}

/** Weights with which the best option of a visitor is better than an average one by the gap, where that can be. */
function weightsOf(
  dimension: number,
  options: number,
  situation: Situation & { readonly gap: number },
): readonly number[] {
  const reach = reachOf(situation);
  const norm = (reach.norm * situation.gap) / largestLead(dimension, options, situation);
  const shape = Array.from({ length: dimension }, (_, i) => (i % 2 === 0 ? 1 : -1) / (1 + i / 2));
  const length = Math.hypot(...shape);
  return shape.map((part) => Math.trunc((100 * norm * part) / length) / 100);
}

const hundredths = (value: number) => Math.round(100 * value) / 100;

/** As the editor shows it: a field a line. */
export function planText({ algorithm, epsilon, visitors, truth }: Plan): string {
  const fields = Object.entries({ algorithm, epsilon, visitors, truth });
  return `{\n${fields.map(([name, value]) => `  "${name}": ${spaced(value)}`).join(',\n')}\n}`;
}

const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `"${name}": ${spaced(field)}`);
  return `{ ${fields.join(', ')} }`;
};

/** @throws {PlanError} for text that is no JSON, or lacks a field; the library checks the rest when it plays. */
export function readPlan(text: string): Plan {
  const plan = parse(text);
  const fields = ['algorithm', 'epsilon', 'visitors', 'truth'];
  if (typeof plan !== 'object' || plan === null || Array.isArray(plan))
    throw new PlanError('', `must be an object with ${fields.join(', ')}`);
  for (const name of fields) if (!(name in plan)) throw new PlanError(name, 'is missing');
  for (const name of Object.keys(plan))
    if (!fields.includes(name)) throw new PlanError(name, 'is not known here');
  const given = plan as Plan;
  for (const name of ['algorithm', 'truth'] as const)
    if (typeof given[name] !== 'object' || given[name] === null)
      throw new PlanError(name, 'must be an object');
  requireNumber('epsilon', given.epsilon, 2 ** -10, 32);
  requireNumber('visitors', given.visitors, LEAST_VISITORS, MOST_VISITORS);
  if (!Number.isInteger(given.visitors)) throw new PlanError('visitors', 'must be a whole number');
  return given;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Chromium says "position 12", Firefox "line 2 column 3".
    const said = error instanceof Error ? error.message.replace(/^JSON\.parse: /, '') : '';
    const [, position] = /at position (\d+)/.exec(said) ?? [];
    const line = position === undefined ? '' : `Line ${lineAt(text, Number(position))}: `;
    throw new PlanError(
      '',
      `${line}${said.replace(/ (in JSON )?at position.*| of the JSON data/, '')}`,
    );
  }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

/** @throws {PlanError} */
export function requireNumber(path: string, value: unknown, least: number, most: number): number {
  const number = value as number;
  if (!Number.isFinite(number) || number < least || number > most)
    throw new PlanError(path, `must be a number from ${least} to ${most}`);
  return number;
}

/** @throws {PlanError} unless it is a list of `length` numbers */
export function requireNumbers(
  path: string,
  value: unknown,
  length: number,
  least: number,
  most: number,
): readonly number[] {
  if (!Array.isArray(value) || value.length !== length)
    throw new PlanError(path, `must be a list of numbers, as many as the algorithm has: ${length}`);
  return value.map((each, i) => requireNumber(`${path}[${i}]`, each, least, most));
}
