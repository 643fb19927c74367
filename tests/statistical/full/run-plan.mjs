// Runs the tasks of a plan whose rows are missing, and says on stderr how far it is.

const duration = (seconds) => {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
};

/** What is left, from the estimates of the tasks and how wrong they were so far. */
class Estimate {
  #begun = performance.now();
  #done = 0;
  #total;
  #workers;

  constructor(tasks, workers) {
    this.#total = tasks.reduce((sum, { seconds }) => sum + seconds, 0);
    this.#workers = workers;
  }

  finish({ seconds }) {
    this.#done += seconds;
  }

  left() {
    const took = (performance.now() - this.#begun) / 1000;
    const perSecond = this.#done > 0 ? took / this.#done : 1 / this.#workers;
    return duration((this.#total - this.#done) * perSecond);
  }
}

const named = ({ kind, section, mechanism, epsilon, name, label }) =>
  [section ?? kind, name, `${mechanism} at ${epsilon}`, label].filter(Boolean).join(': ');

/**
 * A row that is there is not sampled again, whatever it says: to sample until a bound is low enough would be a
 * way to pass.
 *
 * @param {import('./plan.mjs').Task[]} tasks
 * @param {import('./rows.mjs').RowStore} store
 * @param {((index: number) => Promise<object>)[]} workers each runs one task at a time, by its index
 * @param {(line: string) => void} say
 * @returns {Promise<object[]>} all rows, in the order of the tasks
 */
export async function runPlan(tasks, store, workers, say) {
  const missing = tasks.filter(({ identity }) => !store.find(identity));
  const estimate = new Estimate(missing, workers.length);
  let done = tasks.length - missing.length;
  const report = (what) =>
    say(`${done} of ${tasks.length} rows, ${estimate.left()} left  ${what}\n`);
  report('');
  await Promise.all(
    workers.map(async (work) => {
      for (let task = missing.shift(); task; task = missing.shift()) {
        const row = await work(tasks.indexOf(task));
        store.keep({ ...task.identity, ...row });
        done += 1;
        estimate.finish(task);
        report(`${named(task.identity)}${row.refuted ? ' REFUTED' : ''}`);
      }
    }),
  );
  return tasks.map(({ identity }) => store.find(identity));
}
