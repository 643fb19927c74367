/** Light, dark, or as the system says. public/early.js applies a stored choice before the first paint. */
import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'ldp-theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>('system');

export function loadTheme(): void {
  const stored = document.documentElement.dataset['theme'];
  theme.value = stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? 'system';
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
  try {
    if (theme.value === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme.value);
  } catch {
    // No storage: the choice holds until the page is closed.
  }
}
