/** /how/: five figures on a text. Each begins with what the build has counted, and counts when it is asked. */
import { render } from 'preact';

import { startPage } from '../shared/page.js';
import { figures } from './figures.js';
import { start } from './start.js';

startPage();
for (const [id, Figure] of Object.entries(figures(start))) {
  const place = document.getElementById(id);
  if (place) render(<Figure />, place);
}
