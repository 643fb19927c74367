/** What the build has counted for the figures. */
import counted from '../../generated/how-start.json';
import type { HowStart } from './scenes.js';

export const start = counted as unknown as HowStart;
