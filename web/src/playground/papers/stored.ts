/** What the last full run of a paper's figures came to: made from docs/figures/ when the site is built. */

export interface StoredClaim {
  readonly sentence: string;
  readonly claimedBy: 'paper' | 'project';
  /** How the switches stood; empty for a figure without switches. */
  readonly where: string;
  readonly accepted: string;
  readonly measured: string;
  readonly holds: boolean;
}

export interface StoredFigure {
  readonly id: string;
  readonly plots: readonly StoredPlot[];
  readonly claims: readonly StoredClaim[];
}

export interface StoredPlot {
  /** Below docs/figures/. */
  readonly file: string;
  readonly title: string;
  /** How the switches stood, or which part of the figure it is; empty for its only plot. */
  readonly part: string;
}

/** Below each paper's page: the claims by the figure's id. */
export const CLAIMS_FILE = 'claims.json';
export type StoredClaims = Readonly<Record<string, readonly StoredClaim[]>>;

/** "Claims that hold: paper 18/36, project 12/14". */
export function standingOf(claims: readonly StoredClaim[]): string {
  const parts = (['paper', 'project'] as const).flatMap((by) => {
    const own = claims.filter(({ claimedBy }) => claimedBy === by);
    const held = own.filter(({ holds }) => holds).length;
    return own.length === 0 ? [] : [`${by} ${held}/${own.length}`];
  });
  return `Claims that hold: ${parts.join(', ')}`;
}
