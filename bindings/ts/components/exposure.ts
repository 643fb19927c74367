// When an element counts as seen, and a page.

const ENOUGH = 0.5;
/** Fine steps: an element that is much taller than the screen never shows half of itself. */
const THRESHOLDS = [...Array(51).keys()].map((step) => step / 100);

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

/**
 * Whether no visitor sees this page now, because the browser prerenders it, or has opened it in the background. Then
 * `again` is called when a visitor may.
 */
export function waitsForVisitor(again: () => void): boolean {
  const isHidden = document.visibilityState === 'hidden';
  if (isHidden) document.addEventListener('visibilitychange', again, { once: true });
  return isHidden;
}
