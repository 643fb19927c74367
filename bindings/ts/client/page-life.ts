// The events in the life of a page that a bandit obeys. None of them in a worker or in Node.

export interface PageLife {
  /** It may be discarded without another word: on phones this is the last sure event. */
  hidden(): void;
  /** It goes away, for good or into the back/forward cache. Nothing runs after this call. */
  left(): void;
  /** It came back from the cache. */
  restored(): void;
}

export function watchPage(signal: AbortSignal, { hidden, left, restored }: PageLife): void {
  const page = (globalThis as { document?: Document }).document;
  if (typeof page?.addEventListener !== 'function') return;
  const options = { capture: true, signal };
  addEventListener('pagehide', left, options);
  addEventListener('pageshow', ({ persisted }) => persisted && restored(), options);
  page.addEventListener('freeze', hidden, options);
  page.addEventListener(
    'visibilitychange',
    () => page.visibilityState === 'hidden' && hidden(),
    options,
  );
}
