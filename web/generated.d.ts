/** What the build has counted: made by build/warm-start-files.ts, so not there before a build. */
declare module '*/generated/warm-start.json' {
  const warmStart: {
    /** Public snapshots by experiment. */
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** Regret by experiment: (visitors, lost). */
    readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
    /** The same for a learner that reads every answer. */
    readonly nonPrivate: readonly (readonly number[])[];
  };
  export default warmStart;
}

declare module '*/generated/warm-states.json' {
  /** The collector's state by experiment, base64. */
  const warmStates: Readonly<Record<string, string>>;
  export default warmStates;
}

declare module '*/generated/personal-start.json' {
  const personalStart: {
    /** Public snapshots by experiment of the contextual page. */
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** Regret by experiment: (visitors, lost). */
    readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
    /** Lost per visitor where cards are dealt at random, and where everybody gets the same best one. */
    readonly uniform: number;
    readonly oneCard: number;
  };
  export default personalStart;
}

declare module '*/generated/personal-states.json' {
  /** The collector's state by experiment, base64. */
  const personalStates: Readonly<Record<string, string>>;
  export default personalStates;
}

declare module '*/generated/slate-start.json' {
  const slateStart: {
    /** Public snapshots by experiment of the page with slates. */
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** Regret by experiment: (visitors, answers lost). */
    readonly regret: Readonly<Record<string, readonly (readonly number[])[]>>;
    /** The same for a learner that reads every answer. */
    readonly nonPrivate: readonly (readonly number[])[];
  };
  export default slateStart;
}

declare module '*/generated/slate-states.json' {
  /** The collector's state by experiment, base64. */
  const slateStates: Readonly<Record<string, string>>;
  export default slateStates;
}

declare module '*/generated/ab-start.json' {
  const abStart: {
    /** Public snapshots by experiment of the A/B test. */
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** By experiment: (reports, error probability of stopping). */
    readonly errors: Readonly<Record<string, readonly (readonly number[])[]>>;
  };
  export default abStart;
}

declare module '*/generated/ab-states.json' {
  /** The collector's state by experiment, base64. */
  const abStates: Readonly<Record<string, string>>;
  export default abStates;
}

declare module '*/generated/ab-counts.json' {
  /** How long simulated tests of the same truth took. */
  const abCounts: import('./src/ab/demo-knows/counts.js').Counts;
  export default abCounts;
}

declare module '*/generated/tune-start.json' {
  const tuneStart: {
    /** Public snapshots by experiment of the tuning page. */
    readonly snapshots: Readonly<Record<string, unknown>>;
    /** By experiment: (reports, point, answer). */
    readonly paths: Readonly<Record<string, readonly (readonly number[])[]>>;
  };
  export default tuneStart;
}

declare module '*/generated/tune-states.json' {
  /** The collector's state by experiment, base64. */
  const tuneStates: Readonly<Record<string, string>>;
  export default tuneStates;
}

declare module '*/generated/how-start.json' {
  /** A `HowStart` of src/how/scenes.ts. */
  const howStart: unknown;
  export default howStart;
}
