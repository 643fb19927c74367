// One simulation under way: hands out its units, gathers what comes back, publishes what is known,
// stops when told to.
import { LdpError } from '../internal/errors.js';
import type { Crew } from './crew.js';
import { Latest } from './latest.js';
import type { Unit } from './messages.js';
import { orStopped } from './or-stopped.js';
import type { OwnSource } from './own-code.js';
import { Regrets } from './regrets.js';
import { createResult } from './result.js';
import { Schedule } from './schedule.js';
import { Crash, type Job, type Seat } from './seat.js';
import { turn } from './slices.js';
import { stops } from './spec-best-arm.js';
import { recordedArms } from './spec-environment.js';
import { Speed, timeLeft } from './speed.js';
import type {
  Curve,
  SimulationEvent,
  SimulationResult,
  SimulationRun,
  SimulationSpec,
} from './types.js';
import { wrongAnswers } from './wrong-answers.js';

/** Least pause between intermediate curves, which take at most a tenth of the time. */
const kCurvesEveryMs = 100;
const kCurvesShare = 10;
const kEtaAfterMs = 250;
/** Worker deaths that a run survives; after a second one it would probably die again. */
const kCrashes = 1;

let lastJob = 0;

/** A unit being played. */
interface Flight {
  readonly seat: Seat;
  readonly unit: Unit;
  rounds: number;
  heardAt: number;
  /** [times so far][replicates] */
  regrets: Float64Array | null;
}

export class CrewedRun implements SimulationRun {
  readonly result: Promise<SimulationResult>;
  readonly #crew: Crew;
  readonly #job: Job;
  readonly #times: Float64Array;
  readonly #regrets: readonly Regrets[];
  readonly #speed: Speed;
  readonly #schedule: Schedule;
  readonly #events: Latest<SimulationEvent>;
  readonly #abort = new AbortController();
  readonly #flights = new Set<Flight>();
  readonly #startedAt = performance.now();
  /** Rounds of finished units. */
  #done = 0;
  #crashes = 0;
  #seats = 1;
  #curvesAt = 0;
  #curvesEveryMs = kCurvesEveryMs;
  #latest: SimulationResult | null = null;

  /** `spec` has its defaults filled in; `own` is what it names. Any of `signals` cancels. */
  constructor(
    crew: Crew,
    spec: SimulationSpec,
    own: OwnSource | undefined,
    signals: readonly AbortSignal[],
  ) {
    lastJob += 1;
    this.#crew = crew;
    this.#job = { id: lastJob, spec, own };
    this.#times = crew.engine.times(spec);
    const arms = recordedArms(spec.environment);
    this.#regrets = spec.runs.map(
      ({ policy }) => new Regrets(this.#times.length, spec.replicates, arms, stops(policy)),
    );
    this.#speed = new Speed(spec.runs.length);
    this.#schedule = new Schedule(spec, this.#speed);
    this.#events = new Latest(() => this.#cancel('The reader stopped.'));
    this.result = this.#follow(signals);
    // A caller who only iterates gets the failure there; it must not count as unhandled as well.
    this.result.catch(() => {});
  }

  get latest(): SimulationResult | null {
    return this.#latest;
  }

  [Symbol.asyncIterator](): AsyncIterator<SimulationEvent> {
    return this.#events.read();
  }

  /** Cancels what is still running and waits until it has stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel('The run was disposed.');
    await this.result.catch(() => {});
  }

  dispose(): Promise<void> {
    return this[Symbol.asyncDispose]();
  }

  #cancel(why: string): void {
    this.#abort.abort(new DOMException(why, 'AbortError'));
  }

  async #follow(signals: readonly AbortSignal[]): Promise<SimulationResult> {
    const stopped = AbortSignal.any([this.#abort.signal, ...signals]);
    try {
      // The first slice waits for a turn: the caller has the run, and its loop, before anything happens.
      await turn();
      stopped.throwIfAborted();
      await this.#playAll(stopped);
      const result = this.#publishCurves(false);
      this.#events.close({});
      return result;
    } catch (error) {
      this.#events.close({ error });
      throw error;
    }
  }

  async #playAll(stopped: AbortSignal): Promise<void> {
    const seats = await this.#hire(stopped);
    this.#seats = seats.length;
    // One failure stops all; nothing is left running when the result rejects.
    const stopAll = (error: unknown) => this.#abort.abort(error);
    try {
      await Promise.all(seats.map((seat) => this.#work(seat, stopped).catch(stopAll)));
      if (stopped.aborted) {
        this.#publishCurves(true);
        throw stopped.reason;
      }
    } finally {
      for (const seat of seats) seat.forget(this.#job);
      this.#crew.release(seats);
    }
  }

  /** Workers may still have to start; stopping the run does not wait for them. */
  async #hire(stopped: AbortSignal): Promise<readonly Seat[]> {
    const hiring = this.#crew.hire(this.#schedule.units);
    return orStopped(hiring, stopped, (seats) => this.#crew.release(seats));
  }

  /** One seat, unit after unit. */
  async #work(seat: Seat, stopped: AbortSignal): Promise<void> {
    for (;;) {
      stopped.throwIfAborted();
      const unit = this.#schedule.next(this.#seats);
      if (unit === null) return;
      const flight = { seat, unit, rounds: 0, heardAt: performance.now(), regrets: null };
      this.#flights.add(flight);
      try {
        await this.#play(flight, stopped);
      } catch (error) {
        if (!(error instanceof Crash) || stopped.aborted) throw error;
        this.#recover(unit, error);
      }
      this.#flights.delete(flight);
      this.#publishProgress();
    }
  }

  async #play(flight: Flight, stopped: AbortSignal): Promise<void> {
    const { seat, unit } = flight;
    const regrets = this.#regrets[unit.run];
    const played = await seat.play(this.#job, unit, {
      stopped,
      preview: regrets?.finished === 0,
      report: (rounds, known) => {
        this.#hear(flight, rounds);
        flight.regrets = known;
        this.#publishProgress();
      },
    });
    const rounds = unit.replicates * this.#job.spec.horizon;
    this.#hear(flight, rounds);
    this.#flights.delete(flight); // from here on `#done` counts it
    this.#done += rounds;
    regrets?.put(unit.first, unit.replicates, played);
  }

  #hear(flight: Flight, rounds: number): void {
    const now = performance.now();
    this.#speed.learn(flight.unit.run, rounds - flight.rounds, now - flight.heardAt);
    flight.rounds = rounds;
    flight.heardAt = now;
  }

  /** A unit is a function of the spec: played again it gives the same bits. */
  #recover(unit: Unit, crash: Crash): void {
    this.#crashes += 1;
    if (this.#crashes > kCrashes) {
      throw new LdpError('worker_failed', 'A worker died twice during this simulation.', {
        details: { label: this.#job.spec.runs[unit.run]?.label ?? '', first: unit.first },
        cause: crash.cause,
      });
    }
    this.#schedule.giveBack(unit);
  }

  #publishProgress(): void {
    this.#pushProgress(this.#etaMs());
    if (performance.now() - this.#curvesAt >= this.#curvesEveryMs) this.#publishCurves(true);
  }

  #pushProgress(etaMs: number | null): void {
    const { horizon, replicates, runs } = this.#job.spec;
    const trials = replicates * runs.length;
    const finished = this.#regrets.reduce((sum, regrets) => sum + regrets.finished, 0);
    let done = this.#done;
    for (const { rounds } of this.#flights) done += rounds;
    const total = horizon * trials;
    this.#events.push({ type: 'progress', done, total, finished, trials, etaMs });
  }

  #etaMs(): number | null {
    if (performance.now() - this.#startedAt < kEtaAfterMs) return null;
    const { horizon } = this.#job.spec;
    const cost = (run: number, rounds: number) => this.#speed.cost(run, rounds) ?? Number.NaN;
    const busy = Array.from(this.#flights, ({ unit, rounds }) =>
      cost(unit.run, unit.replicates * horizon - rounds),
    );
    while (busy.length < this.#seats) busy.push(0);
    const rest = this.#schedule.untaken.reduce((sum, rounds, run) => sum + cost(run, rounds), 0);
    const left = timeLeft(busy, rest);
    return Number.isNaN(left) ? null : Math.round(left);
  }

  #publishCurves(partial: boolean): SimulationResult {
    const start = performance.now();
    const { spec } = this.#job;
    const curves = spec.runs.map((_, run) => this.#curve(run));
    const result = createResult(spec, curves, partial);
    this.#latest = result;
    if (!partial) this.#pushProgress(0);
    this.#events.push({ type: 'curves', result });
    this.#curvesAt = performance.now();
    this.#curvesEveryMs = Math.max(kCurvesEveryMs, kCurvesShare * (this.#curvesAt - start));
    return result;
  }

  /** Of the finished replicates; before there are any, as far as the first ones have come. */
  #curve(run: number): Curve {
    const { engine } = this.#crew;
    const label = this.#job.spec.runs[run]?.label ?? '';
    const regrets = this.#regrets[run];
    if (regrets !== undefined && regrets.finished > 0) {
      const band = engine.band(regrets.values, regrets.finished);
      const plays = regrets.shares(this.#times);
      const stopped = regrets.stopped();
      const trials = regrets.trials();
      return {
        label,
        t: this.#times.slice(),
        ...band,
        replicates: regrets.finished,
        ...(plays !== undefined && { plays }),
        ...(stopped !== undefined && {
          stopped: { ...stopped, wrong: wrongAnswers(this.#job.spec, run, stopped) },
        }),
        trials,
      };
    }
    const { values, replicates } = this.#preview(run);
    const t = this.#times.slice(0, values.length / Math.max(1, replicates));
    return { label, t, ...engine.band(values, Math.max(1, replicates)), replicates };
  }

  #preview(run: number): { readonly values: Float64Array; readonly replicates: number } {
    for (const { unit, regrets } of this.#flights) {
      if (unit.run === run && regrets !== null && regrets.length > 0)
        return { values: regrets, replicates: unit.replicates };
    }
    return { values: new Float64Array(0), replicates: 0 };
  }
}
