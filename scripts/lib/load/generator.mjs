// The load generator, a process of its own. It is told what to send and answers what became of it.
//
//     {ports, path, connections, seconds, warmUp, rate?, count?, get?}
//
// Without `rate` the loop is closed: each connection sends when its answer is there. With it the loop is open: requests
// are due at random moments, `rate` a second in the mean, whether or not a connection is free, and a latency counts
// from the moment that the request was due, so that waiting for a slow answer before is part of it. The clock of due
// requests ticks once a millisecond.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../faults/sender.mjs';
import { shownArms } from '../faults/wire.mjs';
import { Connection } from './connection.mjs';
import { Histogram } from './histogram.mjs';
import { getRequest, reportRequests, writeId } from './requests.mjs';

const SNAPSHOT_MS = 300;
const DRAIN_MS = 10_000;

async function run(job) {
  const requests = await requestsOf(job);
  const connections = Array.from(
    { length: job.connections },
    (_, i) => new Connection({ port: job.ports[i % job.ports.length] }),
  );
  const opened = performance.now();
  while (connections.some(({ isOpen }) => !isOpen)) {
    if (performance.now() - opened > 10_000) throw new Error('The connections cannot be opened.');
    await sleep(10);
  }
  const meter = new Meter(job);
  const send = (connection, due, then) => {
    connection.send(requests.pick(), writeId, (status, text) => {
      meter.add(status, text, due);
      then(connection);
    });
  };
  await (job.rate ? openLoop : closedLoop)(connections, job, meter, send);
  // What is under way is counted by the collector: so it is here, if a number of reports was asked for.
  for (const end = performance.now() + DRAIN_MS; connections.some(isBusy); await sleep(10)) {
    if (performance.now() > end) break;
  }
  const result = { ...meter.result(), bytesARequest: requests.bytes };
  requests.stop();
  for (const connection of connections) connection.close();
  return result;
}

const isBusy = ({ isOpen, isIdle }) => isOpen && !isIdle;

async function closedLoop(connections, _job, meter, send) {
  const again = (connection) => {
    if (connection.isOpen && !meter.isOver) send(connection, performance.now(), again);
  };
  for (const connection of connections) again(connection);
  await meter.over;
}

async function openLoop(connections, { rate }, meter, send) {
  const idle = [...connections];
  const due = [];
  let next = performance.now();
  const free = (connection) => {
    if (!connection.isOpen) return;
    const waiting = due.shift();
    if (waiting === undefined) idle.push(connection);
    else send(connection, waiting, free);
  };
  while (!meter.isOver) {
    const now = performance.now();
    while (next <= now) {
      const connection = idle.pop();
      if (connection) send(connection, next, free);
      else due.push(next);
      next -= (Math.log(Math.random()) / rate) * 1000;
    }
    await sleep(1);
  }
  // What is still due has waited as long as this, at least.
  for (const moment of due) meter.addLate(moment);
}

/** Counts after the warm-up. Over after `seconds`, or when `count` requests are answered. */
class Meter {
  #start;
  #end;
  #count;
  #histogram = new Histogram();
  #statuses = {};
  #bytes = 0;
  #total = 0;
  over;
  #finish;

  constructor({ seconds, warmUp, count = Number.POSITIVE_INFINITY }) {
    this.#start = performance.now() + warmUp * 1000;
    this.#end = this.#start + seconds * 1000;
    this.#count = count;
    this.over = new Promise((resolve) => {
      this.#finish = resolve;
    });
    if (Number.isFinite(seconds)) setTimeout(this.#finish, (warmUp + seconds) * 1000);
    setTimeout(() => process.send?.({ begun: true }), warmUp * 1000);
    if (Number.isFinite(count)) {
      const tell = () => process.send?.({ accepted: this.#statuses[202] ?? 0 });
      setInterval(tell, 500).unref();
    }
  }

  get isOver() {
    return performance.now() >= this.#end || this.#total >= this.#count;
  }

  add(status, text, due) {
    const now = performance.now();
    this.#total++;
    if (this.#total >= this.#count) this.#finish();
    if (now < this.#start || now > this.#end) return;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#bytes += text.length;
    if (status === 202 || status === 200 || status === 304) this.#histogram.add(now - due);
  }

  addLate(due) {
    this.#histogram.add(performance.now() - due);
  }

  result() {
    const seconds = (Math.min(performance.now(), this.#end) - this.#start) / 1000;
    const answers = Object.values(this.#statuses).reduce((sum, count) => sum + count, 0);
    const good = [202, 200, 304].reduce((sum, status) => sum + (this.#statuses[status] ?? 0), 0);
    return {
      statuses: this.#statuses,
      good,
      perSecond: good / seconds,
      seconds,
      bytesAnAnswer: this.#bytes / answers,
      p50: this.#histogram.quantile(0.5),
      p99: this.#histogram.quantile(0.99),
      longest: this.#histogram.longestMs,
    };
  }
}

/** What to send next; of reports, about the newest snapshot. */
async function requestsOf({ ports, path, get, snapshotPath }) {
  const host = `127.0.0.1:${ports[0]}`;
  if (get) {
    const request = getRequest({ host, path, ...get });
    return { pick: () => request, stop: () => {}, bytes: request.bytes.length };
  }
  let all = [];
  let at = 0;
  const look = async () => {
    if (!snapshotPath) return { snapshot: 1, arms: [0, 1] };
    const { status, text } = await call(`http://${host}${snapshotPath}`);
    if (status !== 200) return null;
    const snapshot = JSON.parse(text);
    return { snapshot: snapshot.snapshot, arms: shownArms(snapshot) };
  };
  const update = async () => {
    const shown = await look();
    if (shown) all = reportRequests({ host, path, ...shown });
  };
  await update();
  if (all.length === 0) throw new Error('The collector has no snapshot.');
  const timer = setInterval(update, SNAPSHOT_MS);
  return {
    pick: () => all[at++ % all.length],
    stop: () => clearInterval(timer),
    bytes: all[0].bytes.length,
  };
}

process.on('message', (job) => {
  run(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
