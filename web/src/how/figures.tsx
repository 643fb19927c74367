/** The figures of /how/ by the id of their place in the text. The build renders them once, the browser again. */
import { BanditScene } from './bandit-scene.js';
import { BudgetScene } from './budget-scene.js';
import { CoinScene } from './coin-scene.js';
import { ContextScene } from './context-scene.js';
import { CrowdScene } from './crowd-scene.js';
import type { HowStart } from './scenes.js';
import { WhoMaySee } from './who-may-see.js';

export function figures(start: HowStart) {
  return {
    'how-coin': () => <CoinScene />,
    'how-crowd': () => <CrowdScene start={start} />,
    'how-bandit': () => <BanditScene start={start} />,
    'how-who': WhoMaySee,
    'how-context': () => <ContextScene start={start} />,
    'how-budget': () => <BudgetScene start={start} />,
  } as const;
}
