/** Scene 4: two groups with public privacy levels, served alike or by their level. */
import { beliefs } from '../shared/snapshot.js';
import { AWARE_FROM, BEST, type Group, LEVELS, type Service, SHARES, TASTE } from './scenes.js';
import { breathe, happens, reportOf, Stage } from './stage.js';

/** Yields both ways of serving as they go on: alike first, then by level. */
export async function* serve({ visitors }: { visitors: number }): AsyncGenerator<Service[]> {
  let done: Service[] = [];
  for (const aware of [false, true]) {
    for await (const service of serveOne(aware, visitors)) {
      yield [...done, service];
      if (service.visitors === visitors) done = [...done, service];
    }
  }
}

async function* serveOne(aware: boolean, visitors: number): AsyncGenerator<Service> {
  const byLevel = aware ? { levelAwareFrom: AWARE_FROM } : {};
  const algorithm = { arms: TASTE.length, levels: LEVELS, ...byLevel };
  const stage = await Stage.open(algorithm, Math.max(...LEVELS));
  try {
    for await (const groups of visitsTo(stage, visitors)) {
      const count = groups.reduce((sum, group) => sum + group.visitors, 0);
      yield { aware, visitors: count, groups };
    }
  } finally {
    await stage.close();
  }
}

/** Yields both groups after every epoch. */
async function* visitsTo(stage: Stage, visitors: number): AsyncGenerator<Group[]> {
  const bandits = await Promise.all(LEVELS.map((level) => stage.client(level)));
  const groups = LEVELS.map((level) => ({ level, visitors: 0, experiments: 0, lost: 0 }));
  let favourite = -1;
  for (let done = 0; done < visitors; ) {
    await Promise.all(bandits.map((bandit) => bandit.refresh()));
    const epoch = Math.min(visitors - done, Math.max(20, Math.round(done / 10)));
    const visits = await Promise.all(
      Array.from({ length: epoch }, async () => {
        const group = happens((SHARES[0] ?? 0) / 100) ? 0 : 1;
        const bandit = bandits[group] as (typeof bandits)[number];
        return { group, ...(await reportOf(bandit, (arm) => (happens(TASTE[arm] ?? 0) ? 1 : 0))) };
      }),
    );
    for (const { group, arm } of visits) {
      const count = groups[group] as (typeof groups)[number];
      count.visitors++;
      if (arm !== favourite) count.experiments++;
      count.lost += (TASTE[BEST] ?? 0) - (TASTE[arm] ?? 0);
    }
    await stage.send(visits.map(({ report }) => report));
    done += epoch;
    favourite = favouriteOf(await stage.snapshot());
    yield groups.map((group) => ({ ...group }));
    await breathe();
  }
}

/** The option with the largest estimate; none while nothing is known. */
function favouriteOf(snapshot: Parameters<typeof beliefs>[0]): number {
  const known = beliefs(snapshot).filter(({ mean }) => mean !== null);
  const best = Math.max(...known.map(({ mean }) => mean ?? 0));
  return known.find(({ mean }) => mean === best)?.arm ?? -1;
}
