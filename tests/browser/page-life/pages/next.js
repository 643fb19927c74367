// The page after a visit, or before it. It says that it is shown, also when it comes back from a cache.
import { note } from './note.js';

addEventListener('pageshow', () => note('shown'));
// Without `await`: WebKit runs a module that waits only after `pageshow`.
if (new URLSearchParams(location.search).has('outbox')) {
  void import('/dist/outbox.js').then(({ sendWaiting }) => sendWaiting());
}
