/** A drawing by reference to the sprite in the page; the palette class gives it day and night. */
import { DRAWINGS } from './drawings.js';

/** @param decorative true where the name stands beside it */
export function Art({ arm, decorative = false }: { arm: number; decorative?: boolean }) {
  const drawn = DRAWINGS[arm];
  if (!drawn) return null;
  const drawing = <use href={`#poster-${drawn.id}`} />;
  return decorative ? (
    <svg class={`art art-${drawn.id}`} viewBox="0 0 240 300" aria-hidden="true">
      {drawing}
    </svg>
  ) : (
    <svg class={`art art-${drawn.id}`} viewBox="0 0 240 300" role="img" aria-label={drawn.alt}>
      {drawing}
    </svg>
  );
}
