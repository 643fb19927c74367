/** What the server panel of the tuning page knows: the public snapshots and what arrived, nothing else. */
import { computed } from '@preact/signals';
import { keepPast } from '../../../server/past.js';
import { snapshot } from '../../../server/state.js';
import { stop } from '../../../shared/selection.js';
import { TUNE } from '../shared/experiment.js';
import { toPoint } from '../shared/settings.js';
import type { TuneSnapshot } from '../shared/snapshot.js';

/** Snapshots of this page's experiments have this form. */
export const tuneSnapshot = computed(() => snapshot.value as unknown as TuneSnapshot | null);
export const learntAnswer = computed(() => {
  const answer = tuneSnapshot.value?.answer;
  return answer ? toPoint(answer) : null;
});

/** Of each snapshot: reports, the point, the answer. */
export const paths = keepPast('ldp-tune-paths');
export const pathOnShow = computed(() => paths.items.value[TUNE.id(stop.value)] ?? []);
export const watchPaths = () =>
  paths.watch('sliders-paths', () => {
    const now = tuneSnapshot.value;
    return now?.point ? [now.experiment, [now.reports, ...now.point, ...now.answer]] : null;
  });
