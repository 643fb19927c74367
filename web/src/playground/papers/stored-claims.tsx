/** The verdicts of the last full run on the claims of one figure, as a table that is fetched when it is opened. */
import { render } from 'preact';
import { DataTable } from '../../shared/data-table.js';
import { CLAIMS_FILE, type StoredClaim, type StoredClaims } from './stored.js';

let fetched: Promise<StoredClaims> | null = null;

/** @param details of the figure that `data-figure` names; what is wrong is said in it */
export async function showClaims(details: HTMLElement): Promise<void> {
  const place = document.createElement('div');
  details.append(place);
  render(<p class="fine">Loading …</p>, place);
  try {
    fetched ??= load();
    const claims = (await fetched)[details.dataset['figure'] ?? ''] ?? [];
    render(<ClaimTable claims={claims} />, place);
  } catch {
    fetched = null;
    render(<p class="notice">The verdicts did not arrive. Reload the page to try again.</p>, place);
  }
}

async function load(): Promise<StoredClaims> {
  const answer = await fetch(CLAIMS_FILE);
  if (!answer.ok) throw new TypeError(`${CLAIMS_FILE}: ${answer.status}`);
  return answer.json();
}

function ClaimTable({ claims }: { claims: readonly StoredClaim[] }) {
  const hasPlaces = claims.some(({ where }) => where !== '');
  const shown = [...claims].sort((a, b) => Number(a.holds) - Number(b.holds));
  return (
    <DataTable
      label="Claims"
      kind="claim-table"
      heads={['Claim', 'Of', ...(hasPlaces ? ['Where'] : []), 'Verdict', 'Measured', 'Accepted']}
      rows={shown.map(({ sentence, claimedBy, where, holds, measured, accepted }) => [
        sentence,
        claimedBy,
        ...(hasPlaces ? [where] : []),
        <b key="verdict" class={holds ? 'claim-holds' : 'claim-fails'}>
          {holds ? '✓ holds' : '✗ does not hold'}
        </b>,
        measured,
        accepted,
      ])}
    />
  );
}
