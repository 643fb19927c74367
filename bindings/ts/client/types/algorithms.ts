// What can be learnt, and what its decisions take and give.
import type {
  BestArmLocalParameters,
  CombinatorialLocalParameters,
  ConvexLocalParameters,
  GeneralizedLinearLocalParameters,
  LinearLocalParameters,
  MultiArmedLocalParameters,
  ReductionLocalParameters,
} from '../../generated/catalog.js';

interface Shape<Params, Context extends readonly unknown[], Action, Feedback> {
  params: Params;
  context: Context;
  action: Action;
  feedback: Feedback;
}

/**
 * One row per algorithm of the catalog that trusts no party: its parameters, what `choose` takes,
 * what it returns, what the user's feedback is. Multi-armed, best arm, reduction: no context but
 * {@link ChooseOptions}; the action is an arm (from 0). Linear, generalized linear: the context is a row of features for every
 * arm that this visitor can get, and the action is a row (from 0). The feedback is one finite number.
 * Combinatorial: no context; the action is a slate, arms of the decision set (from 0) in ascending
 * order; the feedback is one finite number for each of them, in their order. Convex: no context; the
 * action is a point of the set, and the feedback its loss. With two points they are two, and the
 * feedback is the loss of each; or, where the experiment asks for a comparison, one number from -1
 * (the second is preferred) to 1 (the first is).
 */
export type AlgorithmMap = {
  [K in keyof MultiArmedLocalParameters]: Shape<
    MultiArmedLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof LinearLocalParameters]: Shape<
    LinearLocalParameters[K],
    [features: Matrix],
    number,
    number
  >;
} & {
  [K in keyof BestArmLocalParameters]: Shape<
    BestArmLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof ReductionLocalParameters]: Shape<
    ReductionLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof ConvexLocalParameters]: K extends 'ldp-two-point'
    ? Shape<
        ConvexLocalParameters[K],
        [],
        readonly [Float64Array, Float64Array],
        readonly [number, number] | number
      >
    : Shape<ConvexLocalParameters[K], [], Float64Array, number>;
} & {
  [K in keyof GeneralizedLinearLocalParameters]: Shape<
    GeneralizedLinearLocalParameters[K],
    [features: Matrix],
    number,
    number
  >;
} & {
  [K in keyof CombinatorialLocalParameters]: Shape<
    CombinatorialLocalParameters[K],
    [],
    Uint32Array,
    Vector
  >;
};

export type AlgorithmType = keyof AlgorithmMap;

/** Discriminated by `type`. */
export type AlgorithmSpec<T extends AlgorithmType = AlgorithmType> = {
  [K in T]: { readonly type: K } & AlgorithmMap[K]['params'];
}[T];

/** For a decision about one arm without a context. */
export interface ChooseOptions {
  /**
   * Keeps the decision for later pages of the site: {@link Bandit.recall} finds it by this name, 1 to
   * 200 characters, until its response window is over. The name must not depend on what the visitor
   * does. The bandit needs a `responseWindowMs` as long as the answer may take, up to 30 days.
   */
  readonly key?: string;
}

/** The features of one arm; or what a visitor did with each arm of a slate. */
export type Vector = Float64Array | readonly number[];

/**
 * A row of features for every arm, from 1 to 4096 rows, each of the experiment's dimension; or the
 * same numbers row after row. Rows longer (Euclidean) than the experiment's `norm` are shortened to
 * it, or refused where it says so.
 */
export type Matrix =
  | readonly Vector[]
  | { readonly rows: number; readonly columns: number; readonly data: Float64Array };
