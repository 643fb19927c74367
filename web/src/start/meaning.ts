/** What ε means for the answers of the page that the form describes. What is advised here has δ = 0. */
import { explain } from 'ldp-bandits/explain';
import type { Situation } from 'ldp-bandits/recommend';

/** Reports of one browser at `epsilonTotal` of the code beside it. */
const REPORTS = 8;

/** One report: the odds, then what they make of the usual rate of clicks where one is given. */
export function meaningOf({ epsilon, rate }: Pick<Situation, 'epsilon' | 'rate'>): string {
  const { odds, guess, belief } = explain({ epsilon, delta: 0 }, rate ?? 0.5).sentences;
  return `${odds} ${rate === undefined ? guess : belief}`;
}

export function notice(situation: Situation): string {
  const { epsilon, see } = situation;
  const about = { reports: REPORTS };
  const { odds } = explain({ epsilon: REPORTS * epsilon, delta: 0 }, 0.5, about).sentences;
  const what = { click: 'a click', value: 'your answer', comparison: 'which one you prefer' }[see];
  return `We learn what people like here without collecting what you do. Your browser randomises ${what} before anything is sent. ${meaningOf(situation)} This browser sends at most ${REPORTS} reports. ${odds} You can turn them off.`;
}
