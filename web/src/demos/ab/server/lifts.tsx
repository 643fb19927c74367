/** How many more would go than with the variant that the site has now, with bounds that hold at every look. */
import { CONTROL } from '../shared/experiment.js';
import { type TestSnapshot, type VariantLift, variantLifts } from '../shared/snapshot.js';
import { VARIANTS } from '../shared/variants.js';
import { pointsText } from '../shared/words.js';

export function Lifts({ snapshot }: { snapshot: Pick<TestSnapshot, 'best'> }) {
  return (
    <table class="beliefs ab-beliefs ab-lifts">
      <caption>
        Lift over {VARIANTS[CONTROL]?.letter}, in points{' '}
        <span class="fine">middle: no difference · bar: as above</span>
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Bounds</th>
          <th scope="col">Estimate</th>
        </tr>
      </thead>
      <tbody>
        {variantLifts(snapshot).map((lift) => (
          <Row key={lift.variant} lift={lift} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ lift: { variant, lift, low, high } }: { lift: VariantLift }) {
  const { letter } = VARIANTS[variant] ?? {};
  const bounds = `${pointsText(low)} to ${pointsText(high)}`;
  return (
    <tr>
      <th scope="row">
        <span class="letter">{letter}</span>
      </th>
      <td class="belief-cell">
        <svg class="belief" role="img" aria-label={`from ${bounds} points`}>
          <line class="belief-track" x1="3%" x2="97%" y1="50%" y2="50%" />
          <line class="belief-middle" x1="50%" x2="50%" y1="20%" y2="80%" />
          <line class="belief-interval" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
          {lift !== null && <circle class="belief-dot" cx={at(lift)} cy="50%" r="6" />}
        </svg>
      </td>
      <td class="belief-number">
        {lift === null ? '–' : pointsText(lift)}
        <span class="fine">{lift === null ? 'no report yet' : bounds}</span>
      </td>
    </tr>
  );
}

/** From -1 at the left to 1 at the right. */
const at = (lift: number) => `${50 + 47 * lift}%`;
