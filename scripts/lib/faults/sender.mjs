// Many devices in one: sends reports, holds some back, repeats some that were acknowledged, sends again with the same
// bytes what got no answer, and writes everything into a ledger.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { NAME, reportBody, shownArms } from './wire.mjs';

/** After that, a request counts as one without an answer. */
const REQUEST_MS = 15_000;
const SNAPSHOT_MS = 200;
/** While as many wait to be sent again, no new reports are made. */
const MOST_AGAIN = 500;

export class Sender {
  #agent;
  #options;
  #ledger;
  #snapshot = null;
  #stopped = false;
  #mayEnd = false;
  #given = false;
  /** Reports that are in, for repeating. */
  #in = [];
  /** Reports made and not sent yet, with the number of made ones from which on they go. */
  #held = [];
  /** Reports to send again, with the time from which on. */
  #again = [];
  #underway = 0;
  #waiting = [];

  /**
   * @param options `targets()`: base URLs of the collectors, any of which takes any report. `reportTargets()`: where the
   *   reports go instead, if they do. `count`: how many reports.
   *   `connections`; `repeat`: share of requests that repeat what is acknowledged; `holdBack`: share of reports that
   *   are sent late; `perSecond`: at most that many requests.
   */
  constructor(ledger, options) {
    this.#ledger = ledger;
    this.#options = {
      reportTargets: options.targets,
      connections: 32,
      repeat: 0.2,
      holdBack: 0.1,
      perSecond: 2000,
      ...options,
    };
    this.#agent = new Agent({ keepAlive: true, maxSockets: 2 * this.#options.connections });
  }

  /** Sends until `mayEnd`, and until everything has a final answer; or until `giveUp`. */
  async run() {
    const polling = this.#pollSnapshots();
    const start = performance.now();
    let requests = 0;
    const worker = async () => {
      while (!this.#isDone()) {
        const early = start + (requests / this.#options.perSecond) * 1000 - performance.now();
        const report = early > 0 ? null : this.#next();
        if (report === null) {
          await sleep(Math.min(20, Math.max(2, early)));
          continue;
        }
        requests++;
        await this.#send(report);
      }
    };
    await Promise.all(Array.from({ length: this.#options.connections }, worker));
    this.#given = true;
    await polling;
    this.#agent.destroy();
    this.#notify();
  }

  /** No new reports from now on. */
  stop() {
    this.#stopped = true;
  }

  /** Ends once the reports that were asked for are in. */
  mayEnd() {
    this.#mayEnd = true;
  }

  /** Ends with whatever is open. */
  giveUp() {
    this.#stopped = true;
    this.#given = true;
    this.#agent.destroy();
  }

  /** Whether nothing is sent any more. */
  get isOver() {
    return this.#given;
  }

  /** Resolves when this share of all reports is acknowledged; false if the run ended before. */
  reached(share) {
    return new Promise((resolve) => {
      this.#waiting.push({ count: share * this.#options.count, resolve });
      this.#notify();
    });
  }

  #notify() {
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      const isThere = this.#ledger.acknowledged >= count;
      if (isThere || this.#given) resolve(isThere);
      return !isThere && !this.#given;
    });
  }

  #isDone() {
    if (this.#given) return true;
    return (
      this.#isMade && this.#mayEnd && this.#underway + this.#held.length + this.#again.length === 0
    );
  }

  /** Have all reports been made? More of them than `count`, while it must not end. */
  get #isMade() {
    const { count } = this.#options;
    return this.#stopped || (this.#mayEnd && this.#ledger.reports.length >= count);
  }

  #next() {
    const now = performance.now();
    if (this.#again.length > 0 && this.#again[0].at <= now) return this.#again.shift().report;
    const made = this.#ledger.reports.length;
    const isMade = this.#isMade;
    const free = this.#held.findIndex(({ from }) => isMade || from <= made);
    if (free >= 0) return this.#held.splice(free, 1)[0].report;
    if (isMade || this.#snapshot === null || this.#again.length >= MOST_AGAIN) return null;
    if (this.#in.length > 0 && Math.random() < this.#options.repeat) {
      return this.#in[Math.floor(Math.random() * this.#in.length)];
    }
    const report = this.#make();
    if (Math.random() >= this.#options.holdBack) return report;
    // At most about a second's worth: later than that its epoch may have closed.
    const from = made + 1 + Math.floor(Math.random() * (this.#options.perSecond / 2));
    this.#held.push({ from, report });
    return null;
  }

  #make() {
    const { snapshot, arms } = this.#snapshot;
    const arm = arms[Math.floor(Math.random() * arms.length)];
    const bit = Math.random() < 0.5 ? 1 : 0;
    return this.#ledger.add({ arm, bit, body: reportBody({ snapshot, arm, bit }) });
  }

  async #send(report) {
    const isNew = report.state === 'new';
    this.#ledger.sending(report, performance.now());
    this.#underway++;
    const { status, text } = await this.#call('POST', `/${NAME}/reports`, report.body);
    this.#underway--;
    const now = performance.now();
    if (this.#ledger.answered(report, status, text, now)) {
      this.#again.push({ at: now + 100 + 300 * Math.random(), report });
      this.#again.sort((a, b) => a.at - b.at);
    }
    if (isNew && report.state === 'acknowledged') this.#in.push(report);
    this.#notify();
  }

  async #pollSnapshots() {
    while (!this.#given) {
      const { status, text } = await this.#call('GET', `/${NAME}/snapshot`);
      if (status === 200) {
        const snapshot = JSON.parse(text);
        this.#snapshot = { snapshot: snapshot.snapshot, arms: shownArms(snapshot) };
      }
      await sleep(SNAPSHOT_MS);
    }
  }

  #call(method, path, body) {
    const { targets: all, reportTargets } = this.#options;
    const targets = method === 'POST' ? reportTargets() : all();
    const target = targets[Math.floor(Math.random() * targets.length)];
    return call(`${target}${path}`, { method, body, agent: this.#agent });
  }
}

/** One request. Status 0: no answer. */
export function call(url, { method = 'GET', body, agent, timeoutMs = REQUEST_MS } = {}) {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, text: '' });
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, headers, agent, timeout: timeoutMs }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', none);
      response.on('close', none);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', none);
    sent.on('close', none);
    sent.end(body);
  });
}
