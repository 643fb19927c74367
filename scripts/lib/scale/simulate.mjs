// The same as model.mjs for one row, by events in virtual time: reports arrive at random, collectors commit them in
// groups, epochs follow each other and close. A check of the arithmetic, not of the machine.
import { ASSUMED, pauseS } from './model.mjs';

/**
 * How long a group of k reports keeps a collector busy: `a + b k` seconds, through two measured points. With `c`
 * connections that each wait for their answer, about all of them are one group, which takes c / rate seconds.
 */
export function groupCost(closed) {
  const [few, many] = closed;
  const time = ({ connections, perSecond }) => connections / perSecond;
  const each = (time(many) - time(few)) / (many.connections - few.connections);
  const b = Math.max(each, 0);
  return { a: Math.max(0, time(few) - b * few.connections), b };
}

/** Numbers from 0 to 1; the same ones in every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param perSecond Reports a second over all collectors, at random moments.
 * @param collectors How many share them; each report goes to one at random.
 * @param cost `{a, b}` of `groupCost`.
 * @param seconds Virtual time.
 * @returns `busy`: share of time that a collector works. `p50`, `p99` in ms. `group`: reports a group in the mean.
 *   `ids`: most ids held at once. `open`: most epochs open at once.
 */
export function simulate({ perSecond, collectors, cost, seconds, assumed = ASSUMED, seed = 1 }) {
  const random = seeded(seed);
  const epochs = new Epochs(assumed);
  const all = Array.from({ length: collectors }, () => new Collector(cost));
  for (let now = 0; ; ) {
    now -= Math.log(1 - random()) / perSecond;
    if (now >= seconds) break;
    epochs.advance(now);
    epochs.add();
    all[Math.floor(random() * collectors)].arrive(now);
  }
  const waits = all.flatMap((collector) => collector.finish()).sort((x, y) => x - y);
  const groups = all.reduce((sum, { groups: count }) => sum + count, 0);
  const quantile = (share) => 1000 * waits[Math.floor(share * (waits.length - 1))];
  return {
    busy: all.reduce((sum, { worked }) => sum + worked, 0) / (collectors * seconds),
    p50: quantile(0.5),
    p99: quantile(0.99),
    group: waits.length / groups,
    ids: epochs.mostIds,
    open: epochs.mostOpen,
  };
}

/** Takes a group as soon as it is free: everything that has come by then. */
class Collector {
  #cost;
  #waiting = [];
  #freeAt = 0;
  #waits = [];
  groups = 0;
  worked = 0;

  constructor(cost) {
    this.#cost = cost;
  }

  arrive(now) {
    // Groups that began before this report came.
    while (this.#waiting.length > 0 && Math.max(this.#freeAt, this.#waiting[0]) < now)
      this.#commit();
    this.#waiting.push(now);
  }

  finish() {
    while (this.#waiting.length > 0) this.#commit();
    return this.#waits;
  }

  #commit() {
    const begin = Math.max(this.#freeAt, this.#waiting[0]);
    const count = this.#waiting.findIndex((came) => came > begin);
    const group = this.#waiting.splice(0, count < 0 ? this.#waiting.length : count);
    const time = this.#cost.a + this.#cost.b * group.length;
    this.#freeAt = begin + time;
    this.worked += time;
    this.groups++;
    for (const came of group) this.#waits.push(this.#freeAt - came);
  }
}

/** A publication each pause; it closes the epochs whose time is over (bindings/ts/server/window.ts). */
class Epochs {
  #pause;
  #closesAfter;
  #next;
  /** Of the open epochs: the reports, and when the next snapshot came. */
  #open = [{ ids: 0, over: Number.POSITIVE_INFINITY }];
  #ids = 0;
  mostIds = 0;
  mostOpen = 1;

  constructor(assumed) {
    this.#pause = pauseS(assumed);
    this.#closesAfter = assumed.closesAfterMs / 1000;
    this.#next = this.#pause;
  }

  advance(now) {
    for (; this.#next <= now; this.#next += this.#pause) {
      this.#open.at(-1).over = this.#next;
      while (this.#open[0].over + this.#closesAfter <= this.#next)
        this.#ids -= this.#open.shift().ids;
      this.#open.push({ ids: 0, over: Number.POSITIVE_INFINITY });
      this.mostOpen = Math.max(this.mostOpen, this.#open.length);
    }
  }

  add() {
    this.#open.at(-1).ids++;
    this.#ids++;
    this.mostIds = Math.max(this.mostIds, this.#ids);
  }
}
