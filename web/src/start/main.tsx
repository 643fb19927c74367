/** /start/: from three questions to an algorithm, its price in visitors, and code that a simulated crowd tries. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { startPage } from '../shared/page.js';
import { fromFragment, toFragment } from './draft.js';
import { reset } from './live/run.js';
import { StartPage } from './page.js';
import { draft } from './state.js';

startPage();
draft.value = fromFragment(location.hash);
addEventListener('hashchange', () => {
  draft.value = fromFragment(location.hash);
});
effect(() => {
  // Another situation has another plan.
  reset();
  const fragment = toFragment(draft.value);
  // The address has the answers, so that advice can be shared. Browsers never send a fragment.
  if (fragment !== location.hash.slice(1))
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname);
});
const place = document.getElementById('start');
if (place) render(<StartPage />, place);
