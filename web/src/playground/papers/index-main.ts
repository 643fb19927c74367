/** The index of papers: links that were made when all papers were one page lead on to the right one. */
import { startPage } from '../../shared/page.js';
import { leadTo } from './list.js';

startPage();

function leadOn(): void {
  const to = leadTo(location.hash);
  if (to !== null) location.replace(to);
}
addEventListener('hashchange', leadOn);
leadOn();
