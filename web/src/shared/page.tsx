/** What every page but the first begins with: the theme as stored, and the header's switches alive. */
import { render } from 'preact';
import { HeaderTools } from './header-tools.js';
import { loadTheme } from './theme.js';

/** @param beforeForgetting closes what this page holds open */
export function startPage(beforeForgetting?: () => Promise<void>): void {
  loadTheme();
  const place = document.getElementById('page-tools');
  if (place) {
    render(<HeaderTools {...(beforeForgetting ? { beforeForgetting } : {})} />, place);
  }
  document.documentElement.classList.add('live');
}
