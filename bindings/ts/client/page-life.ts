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

interface PrerenderedDocument extends Document {
  readonly prerendering?: boolean;
}

/** By document, while no visitor can have seen it: resolves when one can. */
const unseen = new WeakMap<Document, Promise<void> | undefined>();

/**
 * Undefined if a visitor may see this page, or could earlier; else what resolves when one first can. Browsers
 * prerender pages that their visitor may never open, and open tabs in the background. Asked when a bandit is made, so that
 * a page that is hidden later counts as seen.
 */
export function beforeSeen(): Promise<void> | undefined {
  const page = (globalThis as { document?: PrerenderedDocument }).document;
  if (typeof page?.addEventListener !== 'function') return undefined;
  const isHidden = () => page.prerendering === true || page.visibilityState === 'hidden';
  if (!unseen.has(page)) unseen.set(page, isHidden() ? seen(page, isHidden) : undefined);
  return unseen.get(page);
}

function seen(page: Document, isHidden: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden()) return;
      unseen.set(page, undefined);
      for (const name of SIGHTS) page.removeEventListener(name, look);
      resolve();
    };
    for (const name of SIGHTS) page.addEventListener(name, look);
  });
}

const SIGHTS = ['prerenderingchange', 'visibilitychange'];

/** Work that begins when the page is seen: at once, unless it has not been yet. */
export class WhenSeen {
  readonly #waiting = new Set<() => void>();

  run<T>(work: () => Promise<T>): Promise<T> {
    const shown = beforeSeen();
    if (!shown) return work();
    return new Promise((resolve) => {
      const begin = () => {
        if (this.#waiting.delete(begin)) resolve(work());
      };
      this.#waiting.add(begin);
      void shown.then(begin);
    });
  }

  /** Waits no more: what has not begun begins now. */
  end(): void {
    for (const begin of this.#waiting) begin();
  }
}
