/** The public shapes of a collector. */
export type * from './assigner.js';
export type * from './collector.js';
export type * from './experiment.js';
export type * from './options.js';
export type * from './results.js';
