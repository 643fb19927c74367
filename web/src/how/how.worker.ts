/** Does a scene's counting away from the page. Values come as they grow; a message stops it. */
import { askCrowds } from './crowds.js';
import { learn } from './learning.js';
import { spendDays } from './ledger-days.js';
import { regretSpec } from './scenes.js';
import { serve } from './service.js';
import { simulate } from './simulate.js';

const tasks = {
  crowds: askCrowds,
  learn,
  regret: ({ epsilon }: { epsilon: number }) => simulate(regretSpec(epsilon)),
  serve,
  days: spendDays,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type Request<T extends TaskName> = Parameters<Tasks[T]>[0];
export type Value<T extends TaskName> =
  ReturnType<Tasks[T]> extends AsyncGenerator<infer V> ? V : never;

export type Order =
  | { readonly id: number; readonly task: TaskName; readonly request: unknown }
  | { readonly id: number; readonly stop: true };
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly done: true }
  | { readonly id: number; readonly failed: string };

type Question = Exclude<Order, { readonly stop: true }>;

const stopped = new Set<number>();
/** One after the other: a scene may turn the clock, and the next would be lost in its time. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if ('stop' in data) stopped.add(data.id);
  else last = last.then(() => count(data));
});

async function count({ id, task, request }: Question): Promise<void> {
  if (stopped.has(id)) return;
  const answer = (rest: object) => postMessage({ id, ...rest } as Answer);
  try {
    const run = tasks[task] as (request: unknown) => AsyncGenerator<unknown>;
    for await (const value of run(request)) {
      if (stopped.has(id)) break;
      answer({ value });
    }
    answer({ done: true });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
}
