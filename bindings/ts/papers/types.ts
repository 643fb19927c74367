// The shapes of `ldp-bandits/papers`: a published figure as the simulations that redraw it and the
// claims that these can confirm or refute. Plain data and pure functions.
import type { SimulationResult, SimulationSpec } from '../simulation/types.js';

/**
 * `full` has the settings of the paper. `quick` has fewer rounds or fewer trials, so that a browser
 * tab is done in about 10 s: enough for the shape, and for the claims that need no more.
 */
export type FigureMode = 'quick' | 'full';

export interface NamedSpec {
  /** Unique in its figure: under this name the judges look for the result. */
  readonly name: string;
  readonly spec: SimulationSpec;
}

/** What a judge reads: results by the name of their spec. */
export type FigureResults = Readonly<
  Record<string, Pick<SimulationResult, 'spec' | 'curves' | 'partial'>>
>;

export interface Verdict {
  /** The measured value lies within what is accepted. */
  readonly holds: boolean;
  /** What came out, with its 95 % confidence interval where it is a number. */
  readonly measured: string;
  /** What would do. */
  readonly accepted: string;
}

/**
 * A switch of a figure: something that the paper leaves open, or that decides what comes out. Exactly one
 * option of it is chosen for a run.
 */
export interface Choice {
  /** Unique in its figure: `radius`. */
  readonly id: string;
  readonly label: string;
  /** At least two. */
  readonly options: readonly ChoiceOption[];
  /** Id of an option. */
  readonly default: string;
}

export interface ChoiceOption {
  /** Unique in its choice: `theory`. */
  readonly id: string;
  readonly label: string;
}

/** Ids of options by the ids of their choices. What is left out has its default. */
export type Chosen = Readonly<Record<string, string>>;

export interface Claim {
  /** What is claimed, in one sentence. */
  readonly sentence: string;
  /** The claim is about runs where these options are chosen. Absent: about all. */
  readonly where?: Chosen;
  /**
   * Whose claim it is: printed in the paper, or computed for this project independently of the code
   * that is judged here.
   */
  readonly claimedBy: 'paper' | 'project';
  /** `full`: a quick run is too short, or has too few trials, to say. */
  readonly needs: FigureMode;
  /**
   * Compares.
   * @throws {RangeError} If the results lack a run or a recorded round that the claim is about, or
   *   are partial.
   */
  judge(results: FigureResults): Verdict;
}

/**
 * What is said of a curve, to be drawn beside it: where our own curve should pass; or, without a range of
 * what is accepted, what it should stay above.
 */
export interface Reference {
  /** Begins with whose claim it is, as in `claimedBy`: `paper: B = 1.6 × UCB1`. */
  readonly label: string;
  /** Name of the spec whose curves it stands beside. */
  readonly spec: string;
  /** Rounds, increasing: recorded ones. A claim is about the last of them. */
  readonly t: readonly number[];
  /** The claimed regret, in units of a regret that was measured; or a bound. As many as `t`. */
  readonly mean: readonly number[];
  /** What is accepted, from `low` to `high`. Both absent for a bound. */
  readonly low?: readonly number[];
  readonly high?: readonly number[];
}

export interface Figure {
  /** As in the paper: `1a`; or a word for what has no number there. */
  readonly id: string;
  readonly title: string;
  /** What the paper says about it. */
  readonly says: string;
  /** Where: section and figure. */
  readonly source: string;
  /** About the number of rounds, where the paper leaves it open or it matters. */
  readonly horizonNote?: string;
  /** Switches, where there is more than one way to run it. */
  readonly choices?: readonly Choice[];
  /** What the settings of a full document are, each completed by defaults. Absent: the defaults. */
  readonly documented?: readonly Chosen[];
  /** What came out, in plain words: each of them rests on claims of this figure. */
  readonly findings?: readonly string[];
  /**
   * What to run. Several specs are one figure: they differ in horizon, environment or levels.
   * @throws {RangeError} For a choice or an option that the figure does not have.
   */
  specs(mode: FigureMode, chosen?: Chosen): readonly NamedSpec[];
  /** All of them; `claimsOf` picks those that are about what is chosen. */
  readonly claims: readonly Claim[];
  /**
   * Those claims that have a place among the curves. None for a run that was not measured yet or whose
   * horizon is not the one of the claim; partial results give those of what is known so far. The results
   * must be of the figure's own specs, of any seed.
   */
  references?(results: FigureResults): readonly Reference[];
  /**
   * What to draw: regret against rounds for the named specs, or one point for every run against what
   * was predicted of it.
   */
  readonly plot:
    | {
        readonly kind: 'curves';
        readonly rounds: 'linear' | 'log';
        /** Default 'linear'. */
        readonly regret?: 'linear' | 'log';
      }
    | {
        readonly kind: 'scatter';
        readonly xLabel: string;
        readonly yLabel: string;
        /** What the line is: "least-squares line". */
        readonly lineLabel: string;
        /** @throws {RangeError} If the results are partial. */
        points(results: FigureResults): readonly ScatterPoint[];
        /** The line that they are said to lie on, and how well they do. */
        line(points: readonly ScatterPoint[]): Line;
      };
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Coefficient of determination. */
  readonly rSquared: number;
}

export interface ScatterPoint {
  readonly label: string;
  /** Algorithm or population: points of one series look alike. */
  readonly series: string;
  readonly x: number;
  readonly y: number;
  /** Standard error of `y`. */
  readonly error: number;
}

export interface Paper {
  readonly id: string;
  readonly citation: string;
  /** Where the figures are not those of the paper: whose, and what of. */
  readonly about?: string;
  readonly figures: readonly Figure[];
  /** Which of its claims were reproduced here and which were not, in plain words. */
  readonly findings?: readonly string[];
}
