/**
 * One check: draws reports for two answers and for the other pairs of inputs that a client must not tell apart,
 * looks for the event that tells them apart best, and holds what it shows against the promise.
 *
 * Half of the reports of a pair choose the event of each family and direction, the other half judges it. A bound is
 * that of Clopper and Pearson, and all bounds of the check share its false alarm (Bonferroni).
 */
import {
  boundsComputed,
  type Claim,
  type Counted,
  empiricalLoss,
  emptySample,
  lossInterval,
  readFields,
  type Sample,
} from '../../../../tests/statistical/for-the-page.mjs';
import { claimOf, type Planned, planOf } from './claims.js';
import { CsvWriter } from './csv.js';
import { histogramOf } from './histogram.js';
import { type CheckRequest, FALSE_ALARM, MECHANISMS, type Outcome } from './menu.js';
import type { Loaded } from './module.js';
import { type Client, clientOf } from './sabotage.js';

const AT_ONCE = 4_000;

interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * Yields how far it is, then the outcome.
 *
 * @param load the module that the reports are drawn with
 */
export async function* check(
  request: CheckRequest,
  load: (wasm: (typeof MECHANISMS)[CheckRequest['mechanism']]['wasm']) => Promise<Loaded>,
): AsyncGenerator<Progress | Outcome> {
  const started = performance.now();
  const module = await load(MECHANISMS[request.mechanism].wasm);
  const claim = claimOf(request.mechanism);
  const plan = planOf(claim);
  const high = plan[0].inputs[1](0);
  const client = clientOf(request.sabotage, { claim, high, drawer: module.drawer });
  const csv = new CsvWriter();
  const total = plan.reduce((sum, { draws }) => sum + 2 * draws, 0);
  let done = 0;
  const samples: (readonly [Sample, Sample])[] = [];
  try {
    for (const [number, planned] of plan.entries()) {
      const pair = [0, 1].map(() => emptySample(claim, planned.draws, planned.project));
      for (const side of [0, 1] as const) {
        for (let from = 0; from < planned.draws; from += AT_ONCE) {
          const to = Math.min(planned.draws, from + AT_ONCE);
          drawInto(
            pair[side] as Sample,
            { from, to },
            { claim, client, planned, side, number, csv },
          );
          done += to - from;
          yield { done, total };
        }
      }
      samples.push(pair as unknown as readonly [Sample, Sample]);
    }
  } finally {
    client.dispose();
  }
  const [opposite] = samples;
  yield {
    request,
    ...promiseOf(claim),
    ...judge(claim, plan, samples),
    reports: total,
    histogram: histogramOf([opposite?.[0].values, opposite?.[1].values] as [
      Int32Array,
      Int32Array,
    ]),
    wasm: { found: module.found, published: module.published },
    csv: csv.toBlob(),
    ms: performance.now() - started,
  };
}

function drawInto(
  sample: Sample,
  { from, to }: { readonly from: number; readonly to: number },
  place: {
    readonly claim: Claim;
    readonly client: Client;
    readonly planned: Planned;
    readonly side: 0 | 1;
    readonly number: number;
    readonly csv: CsvWriter;
  },
): void {
  const { claim, client, planned, side, number, csv } = place;
  for (let i = from; i < to; ++i) {
    const { body, sent } = client.draw(planned.inputs[side](i), i);
    sample.posts[i] = sent ? 1 : 0;
    if (!sent) continue;
    const report = JSON.parse(body) as object;
    readFields(sample, i, claim, report, planned.project);
    sample.lengths[i] = body.length;
    csv.add(number, side, body.length, report);
  }
}

const promiseOf = ({ loss, epsilon, delta = 0, claimed }: Claim) => ({
  ...{ loss, epsilon, delta, claimed },
});

/** The largest of all lower bounds, each wrong with probability FALSE_ALARM over their number at most. */
export function judge(
  claim: Claim,
  plan: readonly Planned[],
  samples: readonly (readonly [Sample, Sample])[],
): Pick<Outcome, 'passed' | 'event' | 'low' | 'middle' | 'high' | 'bounds' | 'judged'> {
  const bounds = boundsComputed(plan);
  const alpha = FALSE_ALARM / bounds;
  let largest = 0;
  let event: Outcome['event'] = null;
  let counted: Counted | undefined;
  for (const [i, { label, families }] of plan.entries()) {
    for (const family of families) {
      const pair = samples[i] as (typeof samples)[number];
      const half = 2 * Math.floor(pair[0].values.length / 4);
      const found = empiricalLoss([family], pair, claim, [alpha], half);
      // Of equal bounds the last: how many reports came says more than what none of them says.
      if (!found || (found.bounds[0] ?? 0) < largest) continue;
      largest = found.bounds[0] ?? 0;
      event = { text: found.event, comparison: label };
      counted = found;
    }
  }
  const interval = counted
    ? lossInterval(claim.loss, counted, alpha)
    : { low: 0, middle: 0, high: 0 };
  return {
    ...interval,
    event,
    bounds,
    passed: largest <= claim.claimed,
    judged: Math.max(...(counted ?? { trials: [0] }).trials),
  };
}
