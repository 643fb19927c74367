/**
 * A hundred people, some of them hatched: the picture behind every "73 in 100" on the page.
 * Told apart by fill pattern, not by colour alone.
 */
const COLUMNS = 20;
const STEP_X = 12;
const STEP_Y = 19;

function figures(from: number, to: number): string {
  let path = '';
  for (let i = from; i < to; i++) {
    const x = (i % COLUMNS) * STEP_X + 6;
    const y = Math.floor(i / COLUMNS) * STEP_Y + 4;
    path += `M${x} ${y - 3}a2.700 2.700 0 1 1-.1 0zm-4 13v-3.500q0-3.500 4-3.500t4 3.500v3.500z`;
  }
  return path;
}

export function People(props: { plain: number; label: string; id: string }) {
  const plain = Math.round(props.plain);
  return (
    <svg class="people" viewBox="0 0 240 96" role="img" aria-label={props.label}>
      <defs>
        <pattern id={props.id} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path class="hatch" d="M0 0v3" />
        </pattern>
      </defs>
      <path class="people-plain" d={figures(0, plain)} />
      <path class="people-other" d={figures(plain, 100)} fill={`url(#${props.id})`} />
    </svg>
  );
}
