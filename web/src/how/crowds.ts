/** Scene 2: crowds that answer one question by randomised bits, and what a collector makes of their reports. */
import { beliefs } from '../shared/snapshot.js';
import { type Crowd, type CrowdsRequest, goers } from './scenes.js';
import { bitOf, breathe, reportOf, Stage } from './stage.js';

/** Yields every crowd as it has answered, the sizes taking turns. */
export async function* askCrowds(request: CrowdsRequest): AsyncGenerator<Crowd> {
  for (let i = 0; i < request.crowds; i++) {
    for (const people of request.sizes) yield await askCrowd(request.epsilon, people);
  }
}

async function askCrowd(epsilon: number, people: number): Promise<Crowd> {
  const stage = await Stage.open({ arms: 1 }, epsilon);
  try {
    return { epsilon, people, ...(await answersOf(stage, epsilon, people)) };
  } finally {
    await stage.close();
  }
}

async function answersOf(stage: Stage, epsilon: number, people: number) {
  const bandit = await stage.client(epsilon);
  const bits: (0 | 1)[] = [];
  while (bits.length < people) {
    const from = bits.length;
    const answers = await Promise.all(
      Array.from({ length: Math.min(1000, people - from) }, (_, i) =>
        reportOf(bandit, () => (from + i < goers(people) ? 1 : 0)),
      ),
    );
    await stage.send(answers.map(({ report }) => report));
    bits.push(...answers.map(({ report }) => bitOf(report)));
    await breathe();
  }
  const [belief] = beliefs(await stage.snapshot());
  return { bits, mean: belief?.mean ?? 0, halfWidth: belief?.halfWidth ?? 0 };
}
