/** The slates of a snapshot as a picture: a column for each, a square for each card on it. */
import { DataTable } from '../../../shared/data-table.js';
import { CARDS } from '../shared/cards.js';
import type { PublicSlate, SlateSnapshot } from '../shared/snapshot.js';

const CELL = 12;
const GAP = 2;

export function SlateList({ snapshot }: { snapshot: SlateSnapshot }) {
  const { slates } = snapshot;
  const width = slates.length * CELL;
  const height = CARDS.length * CELL;
  return (
    <div class="slates">
      <h3>The slates of this snapshot</h3>
      <p class="fine">
        A column is a slate; each device draws one. Rows as above. Filled: its answer is reported.
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${slates.length} slates of three cards; the list below names them`}
      >
        {slates.flatMap(({ arms, reported }, column) =>
          arms.map((arm) => (
            <rect
              key={`${column} ${arm}`}
              class={arm === reported ? 'cell cell-reported' : 'cell'}
              x={column * CELL + GAP / 2 + 0.5}
              y={arm * CELL + GAP / 2 + 0.5}
              width={CELL - GAP - 1}
              height={CELL - GAP - 1}
              rx={2}
            />
          )),
        )}
      </svg>
      <details>
        <summary>As a list</summary>
        <DataTable
          label="The slates of this snapshot"
          kind="slates-table"
          heads={['Cards', 'Reported', 'Slates']}
          rows={grouped(slates).map(({ slate: { arms, reported }, times }) => [
            arms.map((arm) => CARDS[arm]?.name).join(', '),
            CARDS[reported]?.name,
            times,
          ])}
        />
      </details>
    </div>
  );
}

/** Equal slates once, with how many there are; the most frequent first. */
function grouped(slates: readonly PublicSlate[]): { slate: PublicSlate; times: number }[] {
  const found = new Map<string, { slate: PublicSlate; times: number }>();
  for (const slate of slates) {
    const key = `${slate.arms} ${slate.reported}`;
    const known = found.get(key);
    if (known) known.times++;
    else found.set(key, { slate, times: 1 });
  }
  return [...found.values()].sort((a, b) => b.times - a.times);
}
