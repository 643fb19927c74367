/**
 * What the device knows of its visitor: what was set by hand, and what the visitor lets this page read.
 * It lives in memory until the page is closed, and nothing of it is stored or sent.
 */
import { computed, signal } from '@preact/signals';
import type { Wishes } from '../shared/features.js';

/** Set by hand, from −1 to 1. */
export const byHand = {
  wild: signal(0.5),
  quiet: signal(-0.5),
  early: signal(0.5),
} as const;

/** What may be read; null: not allowed, so not read. */
export const hour = signal<number | null>(null);
export const reducedMotion = signal<boolean | null>(null);
export const language = signal<string | null>(null);
/** Clicks on this page since it was opened, while they may be counted. */
export const clicks = signal<number | null>(null);

/** Eight in the morning is early, eight in the evening is late. */
const earlyAt = (at: number) => Math.cos(((at - 8) * Math.PI) / 12);
/** Who clicks about has seen the usual. */
const CLICKS_OF_A_REGULAR = 8;

/** In the order of the aspects. */
export const wishes = computed<Wishes>(() => [
  byHand.wild.value,
  byHand.quiet.value,
  hour.value === null ? byHand.early.value : earlyAt(hour.value),
  reducedMotion.value === null ? 0 : reducedMotion.value ? 1 : -1,
  clicks.value === null ? 0 : 1 - 2 * Math.min(1, clicks.value / CLICKS_OF_A_REGULAR),
  language.value === null ? 0 : language.value.startsWith('en') ? 1 : -1,
]);

export function readHour(allowed: boolean): void {
  hour.value = allowed ? new Date().getHours() : null;
}

export function readMotion(allowed: boolean): void {
  reducedMotion.value = allowed ? matchMedia('(prefers-reduced-motion: reduce)').matches : null;
}

export function readLanguage(allowed: boolean): void {
  language.value = allowed ? navigator.language : null;
}

/** After the click, or what is drawn again in the middle of it would take back what it has switched on. */
const countClick = () =>
  setTimeout(() => {
    if (clicks.value !== null) clicks.value++;
  });

export function countClicks(allowed: boolean): void {
  removeEventListener('click', countClick);
  clicks.value = allowed ? 0 : null;
  if (allowed) addEventListener('click', countClick);
}
