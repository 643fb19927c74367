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

declare module '*/generated/how-start.json' {
  /** A `HowStart` of src/how/scenes.ts. */
  const howStart: unknown;
  export default howStart;
}
