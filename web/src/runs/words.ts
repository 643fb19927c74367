/** How runs are spoken of: how long, how far, how many. */
import { countText, plural } from '../shared/format.js';
import type { JobState, Progress } from './job.js';

/** "less than a second", "8 s", "1 min 10 s", "2 h 5 min". */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "37 of 200 replicates, 12 s left". */
export function progressText({ replicates, allReplicates, etaMs }: Progress): string {
  const left = etaMs === null ? 'measuring how long it takes' : `${durationText(etaMs)} left`;
  return `${countText(replicates)} of ${plural(allReplicates, 'replicate')}, ${left}`;
}

export function endText(
  state: JobState,
  { replicates, allReplicates }: Progress,
  tookMs: number,
): string {
  if (state === 'done')
    return `Done: ${plural(allReplicates, 'replicate')} in ${durationText(tookMs)}.`;
  if (state === 'cancelled')
    return replicates > 0
      ? `Cancelled after ${countText(replicates)} of ${plural(allReplicates, 'replicate')}. What is shown is partial.`
      : 'Cancelled before the first replicate was through.';
  return '';
}

/** Large counts in words that fit on a button: "60 million rounds". */
export function roundsText(rounds: number): string {
  if (rounds >= 1e9) return `${trim(rounds / 1e9)} billion rounds`;
  if (rounds >= 1e6) return `${trim(rounds / 1e6)} million rounds`;
  return plural(rounds, 'round');
}

const trim = (value: number) => String(Number(value.toFixed(value < 10 ? 1 : 0)));
