/** What the build has counted: made by build/warm-start-files.ts, so not there before a build. */

/** The collector's state by experiment, base64. */
declare module '*-states.json' {
  const states: Readonly<Record<string, string>>;
  export default states;
}

/** Public snapshots by experiment; regret by experiment, also of a learner that reads every answer: (visitors, lost). */
declare module '*/generated/warm-start.json' {
  const start: {
    readonly snapshots: Readonly<Record<string, unknown>>;
    readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
    readonly nonPrivate: readonly (readonly number[])[];
  };
  export default start;
}

declare module '*/generated/slate-start.json' {
  export { default } from '*/generated/warm-start.json';
}

declare module '*/generated/personal-start.json' {
  const start: {
    readonly snapshots: Readonly<Record<string, unknown>>;
    readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
    /** Lost per visitor where cards are dealt at random, and where everybody gets the same best one. */
    readonly uniform: number;
    readonly oneCard: number;
  };
  export default start;
}

declare module '*/generated/ab-start.json' {
  const start: {
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** By experiment: (reports, error probability of stopping). */
    readonly errors: Readonly<Record<string, readonly (readonly number[])[]>>;
  };
  export default start;
}

/** How long simulated tests of the same truth took. */
declare module '*/generated/ab-counts.json' {
  const counts: import('./src/demos/ab/demo-knows/counts.js').Counts;
  export default counts;
}

declare module '*/generated/tune-start.json' {
  const start: {
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** By experiment: (reports, point, answer). */
    readonly paths: Readonly<Record<string, readonly (readonly number[])[]>>;
  };
  export default start;
}

/** A result as JSON, for `readResult`. */
declare module '*/generated/play-start.json' {
  const start: unknown;
  export default start;
}

/** A `HowStart` of src/how/scenes.ts. */
declare module '*/generated/how-start.json' {
  const start: unknown;
  export default start;
}

/** By privacy level: times the visitors. */
declare module '*/generated/prices-start.json' {
  export const set: Readonly<Record<string, number>>;
  export const contexts: Readonly<Record<string, number>>;
  export const sliders: Readonly<Record<string, number>>;
}
