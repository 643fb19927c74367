/** What is claimed of a figure, and what our own run says to it: mark, word and numbers, never colour alone. */
import type { Claim, FigureResults, Verdict } from 'ldp-bandits/papers';
import type { NamedResult } from '../../runs/job.js';
import { plural } from '../../shared/format.js';
import type { FigureState } from './figure-state.js';

/** Mark and words of each. */
const STANDINGS = {
  holds: ['✓', 'Holds'],
  fails: ['✗', 'Does not hold'],
  full: ['⋯', 'Needs the full run'],
  playing: ['⋯', 'Being played'],
  partial: ['⋯', 'No verdict on a partial run'],
  other: ['⋯', 'No verdict: other settings than the figure’s'],
  open: ['○', ''],
} as const;
type Standing = keyof typeof STANDINGS;

const CLAIMANTS = { paper: 'says the paper', project: 'computed for this project' } as const;

export function Claims({ state }: { state: FigureState }) {
  const rows = state.claims.map((claim) => ({ claim, ruling: rule(claim, state) }));
  const soon = rows.filter(({ claim }) => claim.needs === 'quick');
  const late = rows.filter(({ claim }) => claim.needs === 'full');
  const isJudged = late.some(({ ruling }) => ruling.verdict !== null);
  return (
    <>
      <p class="tally">{tally(rows)}</p>
      <ClaimList rows={soon} />
      {late.length > 0 && (
        <details open={isJudged}>
          <summary>{plural(late.length, 'claim')} that only the full run can judge</summary>
          <ClaimList rows={late} />
        </details>
      )}
    </>
  );
}

function ClaimList({ rows }: { rows: readonly { claim: Claim; ruling: Ruling }[] }) {
  return (
    <ul class="claims">
      {rows.map(({ claim, ruling }) => (
        <ClaimRow key={claim.sentence} claim={claim} ruling={ruling} />
      ))}
    </ul>
  );
}

interface Ruling {
  readonly standing: Standing;
  readonly verdict: Verdict | null;
}

function ClaimRow({ claim, ruling }: { claim: Claim; ruling: Ruling }) {
  const { standing, verdict } = ruling;
  const [mark, words] = STANDINGS[standing];
  return (
    <li class={`claim claim-${standing}`}>
      <span class="claim-mark" aria-hidden="true">
        {mark}
      </span>
      <div>
        <p class={/^\p{Script=Greek}/u.test(claim.sentence) ? 'as-is' : ''}>
          {claim.sentence} <span class="fine">({CLAIMANTS[claim.claimedBy]})</span>
        </p>
        {standing !== 'open' && (
          <p class="claim-verdict">
            <b>{words}</b>
            {verdict && (
              <>
                : measured {verdict.measured}; accepted {verdict.accepted}
              </>
            )}
            .
          </p>
        )}
      </div>
    </li>
  );
}

/** Judges only what can be judged: all replicates, the figure's own settings, a long enough run. */
function rule(claim: Claim, { job, settings, isPlayed }: FigureState): Ruling {
  const results = job.value?.results.value ?? [];
  const ended = job.value?.state.value;
  // Of what the switches say nothing has been played yet.
  if (results.length === 0 || !isPlayed) return { standing: 'open', verdict: null };
  if (settings.value === 'other') return { standing: 'other', verdict: null };
  if (claim.needs === 'full' && settings.value === 'quick')
    return { standing: 'full', verdict: null };
  if (ended !== 'done')
    return { standing: ended === 'running' ? 'playing' : 'partial', verdict: null };
  const verdict = claim.judge(byName(results));
  return { standing: verdict.holds ? 'holds' : 'fails', verdict };
}

export function byName(results: readonly NamedResult[]): FigureResults {
  return Object.fromEntries(results.map(({ name, result }) => [name, result]));
}

/** "3 of 4 judged claims hold; 1 needs the full run." */
function tally(rows: readonly { readonly ruling: Ruling }[]): string {
  const count = (wanted: Standing) =>
    rows.filter(({ ruling }) => ruling.standing === wanted).length;
  const [holds, fails, full] = [count('holds'), count('fails'), count('full')];
  if (holds + fails === 0) return '';
  const rest = full > 0 ? `; ${full} ${full === 1 ? 'needs' : 'need'} the full run` : '';
  return `${judgedText(holds, holds + fails)}${rest}.`;
}

function judgedText(holds: number, judged: number): string {
  if (judged === 1) return `The judged claim ${holds === 1 ? 'holds' : 'does not hold'}`;
  return `${holds === judged ? 'All' : `${holds} of`} ${judged} judged claims hold`;
}
