/** A poster's drawing, by reference to the sprite in the page; the palette class gives it day and night. */
import { POSTERS } from './experiment.js';

export function Art({ arm, decorative = false }: { arm: number; decorative?: boolean }) {
  const poster = POSTERS[arm];
  if (!poster) return null;
  return (
    <svg
      class={`art art-${poster.id}`}
      viewBox="0 0 240 300"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': poster.alt })}
    >
      <use href={`#poster-${poster.id}`} />
    </svg>
  );
}
