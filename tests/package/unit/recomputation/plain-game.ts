// Plays a whole run with the second implementation, in the world of the package.
import { PlainLearner, type PlainSetting, type PlainView } from './plain-learner.js';
import {
  type PlainLaw,
  PlainWords,
  plainBit,
  plainLaplace,
  plainLevel,
  plainMean,
  plainOrder,
  plainReward,
} from './plain-world.js';

export interface PlainGame {
  readonly seed: string;
  readonly horizon: number;
  readonly laws: readonly PlainLaw[];
  /** Of the visitors, 0 for silent ones; none for raw rewards. */
  readonly levels: readonly number[];
  readonly probabilities: readonly number[];
  readonly setting: Omit<PlainSetting, 'arms' | 'levels'>;
}

/** Pseudo-regret of one replicate. */
export function plainRegret(game: PlainGame, replicate: number): number {
  const { seed, horizon, laws, levels, probabilities, setting } = game;
  const menu = levels.filter((level) => level > 0);
  const learner = new PlainLearner({ ...setting, arms: laws.length, levels: menu });
  const order = plainOrder(seed, replicate, laws.length);
  const words = (purpose: 'levels' | 'rewards' | 'noise') =>
    new PlainWords(seed, replicate, purpose);
  const [levelWords, rewardWords, noiseWords] = [words('levels'), words('rewards'), words('noise')];
  const isLaplace = setting.type.endsWith('laplace');
  const best = Math.max(...laws.map(plainMean));
  let epochEnd = 0;
  let regret = 0;
  for (let t = 1; t <= horizon; t += 1) {
    // KL-UCB holds the logarithm at the end of an epoch of 1 % of the rounds.
    if (t >= epochEnd) epochEnd = Math.ceil(1.01 * t) + 1;
    const view = learner.view(setting.type.endsWith('kl-ucb') ? epochEnd : t);
    const group = levels.length > 1 ? plainLevel(probabilities, levelWords.next()) : 0;
    const level = levels.length === 0 ? Number.POSITIVE_INFINITY : (levels[group] as number);
    const position = choose(view, level, setting.levelAwareFrom ?? 0);
    const law = laws[order[position] as number] as PlainLaw;
    regret += best - plainMean(law);
    const reward = plainReward(law, rewardWords.next());
    if (levels.length === 0) {
      learner.learn(position, 0, reward);
    } else if (level === 0) {
      for (let word = 0; word < (isLaplace ? 2 : 1); word += 1) noiseWords.next();
    } else {
      const report = (isLaplace ? plainLaplace : plainBit)(level, reward, noiseWords);
      learner.learn(position, menu.indexOf(level), report);
    }
  }
  return regret;
}

/** The device's rule; of equal indices the lowest position, as the arms stand in a random order. */
function choose(view: PlainView, level: number, levelAwareFrom: number): number {
  if (view.forced !== null) return view.forced;
  if (level < levelAwareFrom && view.incumbent !== null) return view.incumbent;
  return view.index.indexOf(Math.max(...view.index));
}
