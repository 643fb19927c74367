/**
 * A hundred people, some of them filled: the picture behind every "73%" on the page.
 * The others are outlines, so that no colour has to be told apart.
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

export function People(props: { filled: number; label: string }) {
  const filled = Math.round(props.filled);
  return (
    <svg class="people" viewBox="0 0 240 96" role="img" aria-label={props.label}>
      <path class="people-plain" d={figures(0, filled)} />
      <path class="people-other" d={figures(filled, 100)} />
    </svg>
  );
}
