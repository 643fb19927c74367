// What the sender knows: which reports a collector has acknowledged, which it refused, and which have no answer yet.
// At the end the exact sums of the acknowledged reports are compared with those that the collectors have.
import { ARMS } from './wire.mjs';

/** @typedef {{arm: number, bit: number, body: string, first: number, tries: number, state: 'new' | 'acknowledged' |
 *   'refused', unsure: boolean}} Sent */

export class Ledger {
  /** @type {Sent[]} */
  reports = [];
  acknowledged = 0;
  repeated = 0;
  /** Requests without an answer, and answers of 5xx: sent again. */
  retried = 0;
  longestWaitMs = 0;
  /** @type {string[]} */
  problems = [];
  #reasons = new Map();

  add({ arm, bit, body }) {
    const report = { arm, bit, body, first: 0, tries: 0, state: 'new', unsure: false };
    this.reports.push(report);
    return report;
  }

  /** @param now Ms, of a clock that does not jump. */
  sending(report, now) {
    if (report.tries === 0) report.first = now;
    if (report.state === 'acknowledged') this.repeated++;
    report.tries++;
  }

  /**
   * @param status Of the answer; 0: none.
   * @param text Its body.
   * @returns Whether the report has to be sent again.
   */
  answered(report, status, text, now) {
    if (status === 202) {
      this.#accepted(report, JSON.parse(text), now);
      return false;
    }
    if (status === 409) {
      // Its epoch has closed. A repeated one is in; one that never got an answer may be.
      if (report.state === 'new') report.state = 'refused';
      return false;
    }
    if (status === 0 || status >= 500) {
      this.retried++;
      this.#reasons.set(status, { count: (this.#reasons.get(status)?.count ?? 0) + 1, text });
      // A repeated one is in already.
      if (report.state === 'acknowledged') return false;
      report.unsure = true;
      return true;
    }
    this.problems.push(`a good report was answered ${status}: ${text.slice(0, 200)}`);
    report.state = 'refused';
    return false;
  }

  #accepted(report, { logged, accepted, duplicate }, now) {
    // A log in front of the collectors does not know which of both a report is.
    if (logged !== 1) this.#checkAnswer(report, accepted, duplicate);
    if (report.state === 'acknowledged') return;
    report.state = 'acknowledged';
    this.acknowledged++;
    this.longestWaitMs = Math.max(this.longestWaitMs, now - report.first);
  }

  #checkAnswer(report, accepted, duplicate) {
    if (accepted + duplicate !== 1) this.problems.push('one report was answered as another number');
    if (accepted === 1 && report.state === 'acknowledged')
      this.problems.push('a repeated report was accepted again');
    if (duplicate === 1 && report.state === 'new' && !report.unsure)
      this.problems.push('a report that was never sent before was called a duplicate');
  }

  /** Of reports in this state: `[zeros, ones]` of each arm. */
  #cells(isMeant) {
    const cells = Array.from({ length: ARMS }, () => [0, 0]);
    for (const report of this.reports) if (isMeant(report)) cells[report.arm][report.bit]++;
    return cells;
  }

  /**
   * @param sums `[count, ones]` of each arm, as the collectors have them.
   * @returns `lost`: acknowledged and not counted. `twice`: counted, and acknowledged less often. `undecided`: refused
   *   at last, after an attempt without an answer; counting these once is as right as not counting them.
   */
  compare(sums) {
    const acknowledged = this.#cells(({ state }) => state === 'acknowledged');
    const open = this.#cells(({ state, unsure }) => state !== 'acknowledged' && unsure);
    const result = { counted: 0, lost: 0, twice: 0, undecided: 0 };
    for (const [arm, [count, ones]] of sums.entries()) {
      for (const [bit, counted] of [count - ones, ones].entries()) {
        const due = acknowledged[arm][bit];
        result.counted += counted;
        result.lost += Math.max(0, due - counted);
        result.twice += Math.max(0, counted - due - open[arm][bit]);
        result.undecided += open[arm][bit];
      }
    }
    return result;
  }

  /** Why reports were sent again: statuses (0: no answer) with how many there were, and the last text of each. */
  reasons() {
    return [...this.#reasons].map(
      ([status, { count, text }]) => `${count} × ${status} ${text.slice(0, 300)}`,
    );
  }

  /** How many reports were refused without doubt: their epoch had closed when they were first sent. */
  get refused() {
    return this.reports.filter(({ state, unsure }) => state === 'refused' && !unsure).length;
  }

  get unfinished() {
    return this.reports.filter(({ state }) => state === 'new').length;
  }
}
