// When an element counts as seen.
import { times } from '../internal/list.js';

const ENOUGH = 0.5;
/** Fine steps: an element that is much taller than the screen never shows half of itself. */
const THRESHOLDS = times(51, (step) => step / 100);

/**
 * Tells whenever the element begins or ceases to be seen: half of it, or as much as fills half of the screen, on the
 * screen of a visible page. Gives what ends the watching. Where there is no IntersectionObserver it tells nothing.
 */
export function watchElement(element: Element, changed: (isSeen: boolean) => void): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => {};
  let isOnScreen = false;
  const tell = () => changed(isOnScreen && document.visibilityState === 'visible');
  const observer = new IntersectionObserver(
    (entries) => {
      const { isIntersecting, intersectionRatio, intersectionRect, rootBounds } = entries.at(
        -1,
      ) as IntersectionObserverEntry;
      const height = rootBounds?.height ?? innerHeight;
      isOnScreen =
        isIntersecting &&
        (intersectionRatio >= ENOUGH || intersectionRect.height >= ENOUGH * height);
      tell();
    },
    { threshold: THRESHOLDS },
  );
  observer.observe(element);
  document.addEventListener('visibilitychange', tell);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', tell);
  };
}
