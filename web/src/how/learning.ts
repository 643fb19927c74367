/** Scene 3: a crowd that is shown options by a learner. */
import { beliefs } from '../shared/snapshot.js';
import { type Lesson, TASTE } from './scenes.js';
import { breathe, happens, reportOf, Stage } from './stage.js';

/** Yields the lessons so far, after every tenth snapshot and at the end. */
export async function* learn(request: {
  readonly epsilon: number;
  readonly visitors: number;
}): AsyncGenerator<Lesson[]> {
  const { epsilon, visitors } = request;
  const stage = await Stage.open({ arms: TASTE.length }, epsilon);
  try {
    yield* lessonsOf(stage, epsilon, visitors);
  } finally {
    await stage.close();
  }
}

async function* lessonsOf(
  stage: Stage,
  epsilon: number,
  visitors: number,
): AsyncGenerator<Lesson[]> {
  const bandit = await stage.client(epsilon);
  const shown = TASTE.map(() => 0);
  const lessons: Lesson[] = [];
  for (let done = 0; done < visitors; ) {
    await bandit.refresh();
    // Epochs grow with what is known: early reports change more.
    const epoch = Math.min(visitors - done, Math.max(10, Math.round(done / 12)));
    const visits = await Promise.all(
      Array.from({ length: epoch }, () =>
        reportOf(bandit, (arm) => (happens(TASTE[arm] ?? 0) ? 1 : 0)),
      ),
    );
    await stage.send(visits.map(({ report }) => report));
    for (const { arm } of visits) shown[arm] = (shown[arm] ?? 0) + 1;
    done += epoch;
    const snapshot = await stage.snapshot();
    const known = beliefs(snapshot);
    lessons.push({
      visitors: done,
      mean: known.map(({ mean }) => mean),
      halfWidth: known.map(({ halfWidth }) => halfWidth),
      shown: [...shown],
      share: known.map(({ share }) => share),
    });
    if (lessons.length % 10 === 0) yield [...lessons];
    await breathe();
  }
  yield lessons;
}
