/**
 * What the server has published so far, by experiment: begun by the build's crowd, carried on by the snapshots
 * that this browser has seen, kept in localStorage. All of it was public.
 */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { thin } from '../chart/series.js';

const KEPT = 160;

/** Begins with the number of reports behind it. */
export type PastItem = readonly [reports: number, ...rest: number[]];
export type Pasts = Readonly<Record<string, readonly PastItem[]>>;

export interface Past {
  readonly items: ReadonlySignal<Pasts>;
  /** @param warm what the build's crowd left, as a page embeds it */
  begin(warm: Pasts): void;
  /**
   * Begins with what the page embeds, and writes down every snapshot that comes by. What was known of later
   * times is forgotten: the server has begun afresh.
   *
   * @param id of the element that holds what the build's crowd left
   * @param read the snapshot on show, by experiment; null: there is none
   */
  watch(id: string, read: () => readonly [experiment: string, PastItem] | null): void;
}

/** @param key where it is kept */
export function keepPast(key: string): Past {
  const items = signal<Pasts>({});
  const begin = (warm: Pasts) => {
    items.value = { ...warm, ...load(key) };
  };
  return {
    items,
    begin,
    watch(id, read) {
      begin(embeddedPasts(id));
      effect(() => {
        const now = read();
        if (now) untracked(() => record(...now));
      });
    },
  };

  function record(experiment: string, item: PastItem): void {
    const known = items.value[experiment] ?? [];
    if (known.at(-1)?.[0] === item[0]) return;
    const all = [...known.filter(([reports]) => reports < item[0]), item];
    items.value = {
      ...items.value,
      [experiment]: all.length > 2 * KEPT ? thin(all, KEPT) : all,
    };
    save(key, items.value);
  }
}

/** The pasts in the page, by the id of the element that holds them. */
export function embeddedPasts(id: string): Pasts {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Pasts) : {};
}

function load(key: string): Pasts {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Pasts) : {};
  } catch {
    return {};
  }
}

function save(key: string, value: Pasts): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the picture then starts from the build's crowd at the next visit.
  }
}
