/** What the server panel of the page with slates knows: the public snapshot and what arrived, nothing else. */
import { computed } from '@preact/signals';
import { snapshot } from '../../../server/state.js';
import type { SlateSnapshot } from '../shared/snapshot.js';

/** Snapshots of this page's experiments have this form. */
export const slateSnapshot = computed(() => snapshot.value as unknown as SlateSnapshot | null);
