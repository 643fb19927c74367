/** The level on show first, then those compared with it; each step is posted, then `null`: it is done. */
import { rehearse } from './rehearsal.js';
import { COMPARED, SHOWN } from './rehearsal-terms.js';

for (const epsilon of [SHOWN, ...COMPARED]) {
  for await (const step of rehearse(epsilon)) postMessage(step);
}
postMessage(null);
