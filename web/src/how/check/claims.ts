/** The promise behind each mechanism, as the audit has it, and which of its comparisons a check makes. */
import {
  ballClaim,
  bitClaim,
  type Claim,
  type Comparison,
  comparisonsFor,
  drawnBitClaim,
  gaussianClaim,
  gramClaim,
  laplaceClaim,
  momentClaim,
  momentCodebookClaim,
  pointBitClaim,
  wholeSlateClaim,
  windowClaim,
} from '../../../../tests/statistical/for-the-page.mjs';
import { DRAWS, type MechanismId } from './menu.js';

const CLAIMS: Readonly<Record<MechanismId, () => Claim>> = {
  bit: () => bitClaim(1),
  laplace: () => laplaceClaim(1),
  window: () => windowClaim(1),
  gaussian: () => gaussianClaim(1, 1e-6),
  ball: () => ballClaim(1),
  moment: () => momentClaim(1),
  gram: () => gramClaim(4, 1e-6),
  codebook: () => momentCodebookClaim(1),
  set: () => drawnBitClaim(1),
  wholeSet: () => wholeSlateClaim(1),
  point: () => pointBitClaim('one point', 1),
  comparison: () => pointBitClaim('comparison', 1),
};

export const claimOf = (mechanism: MechanismId): Claim => CLAIMS[mechanism]();

/** Reports for each input of a comparison beside that of the two answers. */
const FEWER = DRAWS / 5;

export interface Planned extends Comparison {
  /** Reports for each of the two inputs. */
  readonly draws: number;
}

/**
 * The two answers; silence against an answer; what two reports in a row say of one of them; and of a set, two
 * reactions that differ in which option was liked.
 */
export function planOf(claim: Claim): readonly [Planned, ...Planned[]] {
  const all = comparisonsFor(claim);
  const opposite = all.find(({ label }) => label === '000 against 111') ?? all[0];
  const others = all.filter(
    ({ label, families }) =>
      label === '100 against 001' ||
      label.startsWith('no answer') ||
      families.every(({ width }) => width === 2),
  );
  if (!opposite || others.length < 2) throw new Error(`no plan for ${claim.mechanism}`);
  return [
    { ...opposite, draws: DRAWS },
    ...others.map((comparison) => ({ ...comparison, draws: FEWER })),
  ];
}
