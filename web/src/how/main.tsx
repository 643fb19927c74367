/** /how/: figures on a text. Each begins with what the build has counted, and counts when it is asked. */
import { render } from 'preact';

import { startPage } from '../shared/page.js';
import { figures } from './figures.js';
import { start } from './start.js';

/** One after the other, so that a slow phone answers to a finger in between. */
for (const [id, Figure] of Object.entries(figures(start))) {
  await new Promise<void>((resolve) => setTimeout(resolve));
  const place = document.getElementById(id);
  if (place) render(<Figure />, place);
}
startPage();
