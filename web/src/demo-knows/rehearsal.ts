/**
 * Ten thousand simulated visitors of a site that begins knowing nothing, at several privacy levels. Every visit is the
 * library's: a client decides and randomises, a collector in memory learns. Runs in a Worker, and in Node.
 */
import { breathe, happens, reportOf, Stage } from '../how/stage.js';
import { beliefs } from '../shared/snapshot.js';
import { type Rehearsed, VISITORS } from './rehearsal-terms.js';
import { BEST_ARM, TRUTH } from './truth.js';

/** Yields what is known after each model version. */
export async function* rehearse(epsilon: number, visitors = VISITORS): AsyncGenerator<Rehearsed> {
  const stage = await Stage.open({ arms: TRUTH.length }, epsilon);
  try {
    const bandit = await stage.client(epsilon);
    let best = 0;
    for (let done = 0; done < visitors; ) {
      await bandit.refresh();
      // Model versions come further apart as more is known: early reports change more.
      const visits = await Promise.all(
        Array.from({ length: Math.min(visitors - done, Math.max(25, done >> 4)) }, () =>
          reportOf(bandit, (arm) => (happens(TRUTH[arm] ?? 0) ? 1 : 0)),
        ),
      );
      await stage.send(visits.map(({ report }) => report));
      done += visits.length;
      best += visits.filter(({ arm }) => arm === BEST_ARM).length;
      yield { epsilon, visitors: done, best, known: beliefs(await stage.snapshot()) };
      await breathe();
    }
  } finally {
    await stage.close();
  }
}
