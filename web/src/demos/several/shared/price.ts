/**
 * How many more visitors a collector needs, to know every card as well as one that reads all answers.
 *
 * A visitor who is read in the clear answers for every card shown. One whose report is about a single card, with
 * the whole of ε, answers for one of them, randomised: as many times the visitors as there are cards, times
 * what the coin costs. To send all of them, each would get its share of ε, and the coin of each would be that
 * much nearer to a fair one.
 */
import { explain } from 'ldp-bandits';
import { visitorsFactor } from '../../../shared/price.js';
import { SHOWN } from './cards.js';

const coinFactor = (epsilon: number, rate: number) =>
  visitorsFactor(explain({ epsilon, delta: 0 }).oddsFactor, rate);

/** One answer of a slate, with the whole of ε. */
export const oneAnswerFactor = (epsilon: number, rate: number) => SHOWN * coinFactor(epsilon, rate);

/** All answers, each with its share of ε. */
export const allAnswersFactor = (epsilon: number, rate: number) =>
  coinFactor(epsilon / SHOWN, rate);
