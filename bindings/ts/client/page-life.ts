// The events in the life of a page that a bandit obeys. None of them in a worker or in Node.

export interface PageLife {
  /**
   * A click, after the page's own listeners. A tab that closes itself and had a process of its own
   * (opened with noopener, or without a history) loses what is written later: Chromium lost 20 of 20
   * writes in `pagehide`, none in the click.
   */
  clicked(): void;
  /** It may be discarded without a further event: on phones this is the last sure one. */
  hidden(): void;
  /** It goes away, for good or into the back/forward cache. Nothing runs after this call. */
  left(): void;
  /** It came back from the cache. */
  restored(): void;
}

export function watchPage(signal: AbortSignal, life: PageLife): void {
  const { clicked, hidden, left, restored } = life;
  const page = (globalThis as { document?: Document }).document;
  if (typeof page?.addEventListener !== 'function') return;
  const options = { capture: true, signal };
  addEventListener('click', clicked, { signal });
  addEventListener('pagehide', left, options);
  addEventListener('pageshow', ({ persisted }) => persisted && restored(), options);
  page.addEventListener('freeze', hidden, options);
  page.addEventListener(
    'visibilitychange',
    () => page.visibilityState === 'hidden' && hidden(),
    options,
  );
}
