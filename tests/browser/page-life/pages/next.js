// The page after a visit, or before it. It says that it is shown, also when it comes back from a cache.
import { note } from './note.js';

addEventListener('pageshow', () => note('shown'));
if (new URLSearchParams(location.search).has('outbox')) {
  const { sendWaiting } = await import('/dist/outbox.js');
  sendWaiting();
}
