/** Tosses of the library's own coin: each is one decision of a client, answered. */
import { bitOf, reportOf, Stage } from './stage.js';

let open: { readonly epsilon: number; readonly stage: Promise<Stage> } | undefined;

export async function tossCoins(epsilon: number, answer: 0 | 1, count: number) {
  if (open?.epsilon !== epsilon) {
    void open?.stage.then((stage) => stage.close());
    open = { epsilon, stage: Stage.open({ arms: 1 }, epsilon) };
  }
  const stage = await open.stage;
  const bandit = await stage.client(epsilon);
  const answered = await Promise.all(
    Array.from({ length: count }, () => reportOf(bandit, () => answer)),
  );
  const [last] = answered.slice(-1);
  // The collector counts the one that is shown, as it would count a visitor's.
  if (last) await stage.send([last.report]);
  return answered.map(({ report, trace }) => ({
    answer,
    epsilon,
    coin: Number(trace?.noise),
    bit: bitOf(report),
    report,
  }));
}
