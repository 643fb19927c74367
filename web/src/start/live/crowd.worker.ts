/** Checks or plays one plan in a Worker of its own; the page ends it by ending the Worker. */
import { checkPlan, type Played, playCrowd } from './crowd.js';
import type { Plan } from './plan.js';

export interface ToWorker {
  readonly plan: Plan;
  /** Otherwise the plan is only checked. */
  readonly play: boolean;
}

export type FromWorker =
  | { readonly type: 'sound' }
  | { readonly type: 'played'; readonly played: Played }
  | { readonly type: 'failed'; readonly message: string };

const post = (message: FromWorker) => self.postMessage(message);

self.addEventListener('message', async ({ data: { plan, play } }: MessageEvent<ToWorker>) => {
  try {
    await checkPlan(plan);
    post({ type: 'sound' });
    if (play) for await (const played of playCrowd(plan)) post({ type: 'played', played });
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
