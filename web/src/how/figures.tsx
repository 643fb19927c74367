/** The figures of /how/ by the id of their place in the text. The build renders them once, the browser again. */
import { BanditScene } from './bandit-scene.js';
import { BudgetScene } from './budget-scene.js';
import { CheckScene } from './check/check-scene.js';
import { CoinScene } from './coin-scene.js';
import { ContextScene } from './context-scene.js';
import { CrowdScene } from './crowd-scene.js';
import { GameScene } from './game/game-scene.js';
import type { HowStart } from './scenes.js';

export function figures(start: HowStart) {
  return {
    'how-coin': () => <CoinScene />,
    'how-crowd': () => <CrowdScene start={start} />,
    'how-bandit': () => <BanditScene start={start} />,
    'how-context': () => <ContextScene start={start} />,
    'how-budget': () => <BudgetScene start={start} />,
    'how-game': () => <GameScene />,
    'how-check': () => <CheckScene />,
  } as const;
}
