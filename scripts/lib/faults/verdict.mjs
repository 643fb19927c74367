// What a run shows: one row of the table, and what is wrong with it.
import { meansOf } from './wire.mjs';

/** Two quotients of different sums below 2^15 differ by more. */
const TOLERANCE = 1e-9;

/** @returns The row, with `problems`: empty if everything is exact. */
export function verdict({ name, about, collectors = 1 }, { kind, ledger, sums, snapshot }) {
  const { counted, lost, twice, undecided } = ledger.compare(sums);
  const problems = [...new Set(ledger.problems), ...differences(snapshot, sums)];
  if (lost > 0) problems.push(`${lost} acknowledged reports are not counted`);
  if (twice > 0) problems.push(`${twice} reports are counted that were not acknowledged`);
  if (ledger.unfinished > 0) problems.push(`${ledger.unfinished} reports have no answer yet`);
  if (ledger.acknowledged === 0) problems.push('no report was acknowledged');
  const { acknowledged, repeated, retried, refused, longestWaitMs } = ledger;
  const sent = ledger.reports.length;
  const numbers = { sent, acknowledged, repeated, retried, refused, undecided };
  const waitS = Number((longestWaitMs / 1000).toFixed(1));
  return {
    name,
    about,
    collectors,
    store: kind,
    ...numbers,
    counted,
    lost,
    twice,
    waitS,
    problems,
  };
}

/** What differs between a published snapshot, as JSON, and sums; empty: nothing. */
export function differences(snapshot, sums) {
  const count = sums.reduce((sum, [reports]) => sum + reports, 0);
  if (snapshot.reports !== count)
    return [`the snapshot has ${snapshot.reports} reports, the state ${count}`];
  return meansOf(sums).flatMap((mean, arm) => {
    const published = snapshot.mean[arm];
    if (mean === null || published === null) {
      return mean === published ? [] : [`arm ${arm}: only one of snapshot and state has reports`];
    }
    return Math.abs(published - mean) <= TOLERANCE ? [] : [`arm ${arm}: the mean differs`];
  });
}
