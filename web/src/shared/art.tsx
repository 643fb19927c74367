/** A poster's drawing, by reference to the sprite in the page; the palette class gives it day and night. */
import { POSTERS } from './experiment.js';

/** @param decorative true where the poster's name stands beside it */
export function Art({ arm, decorative = false }: { arm: number; decorative?: boolean }) {
  const poster = POSTERS[arm];
  if (!poster) return null;
  const drawing = <use href={`#poster-${poster.id}`} />;
  return decorative ? (
    <svg class={`art art-${poster.id}`} viewBox="0 0 240 300" aria-hidden="true">
      {drawing}
    </svg>
  ) : (
    <svg class={`art art-${poster.id}`} viewBox="0 0 240 300" role="img" aria-label={poster.alt}>
      {drawing}
    </svg>
  );
}
