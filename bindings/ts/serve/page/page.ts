/** The results page: asks the admin API every few seconds, and shows a table for each experiment. */
import type { Summary } from '../summary.js';
import { section } from './section.js';

const EVERY_MS = 5000;
const KEY = 'ldp-bandits-admin-token';
const WHERE =
  'It is in the file of --admin-token-file or in LDP_ADMIN_TOKEN of the collector; one that had neither printed a token when it started.';
const EMPTY =
  'No experiment yet. Name one in the config of the collector, or send one: PUT /admin/experiments/NAME.';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const status = byId('status');
const form = byId<HTMLFormElement>('sign-in');
const field = byId<HTMLInputElement>('token');
const results = byId('results');

let timer: ReturnType<typeof setTimeout> | undefined;

function say(text: string): void {
  // A screen reader hears a change only.
  if (status.textContent !== text) status.textContent = text;
}

function signIn(text: string): void {
  sessionStorage.removeItem(KEY);
  results.replaceChildren();
  form.hidden = false;
  say(text);
  field.focus();
}

/** Tables keep where a person has scrolled them to, and the focus. */
function replace(sections: readonly HTMLElement[]): void {
  const tables = () => [...results.querySelectorAll<HTMLElement>('.scroll')];
  const before = tables().map((one) => ({
    left: one.scrollLeft,
    hasFocus: one === document.activeElement,
  }));
  results.replaceChildren(...sections);
  for (const [i, one] of tables().entries()) {
    one.scrollLeft = before[i]?.left ?? 0;
    if (before[i]?.hasFocus) one.focus({ preventScroll: true });
  }
}

async function show(): Promise<void> {
  clearTimeout(timer);
  const token = sessionStorage.getItem(KEY);
  if (token === null) return signIn(`This page needs the admin token. ${WHERE}`);
  // No header can carry others: the request would fail as if the collector were away.
  if (!/^[!-~]+$/.test(token)) return signIn(`This is not the token. ${WHERE}`);
  timer = setTimeout(show, EVERY_MS);
  if (document.hidden) return;
  let response: Response;
  try {
    response = await fetch('/admin/results', { headers: { authorization: `Bearer ${token}` } });
  } catch {
    return say('The collector does not answer. Trying again.');
  }
  // Meanwhile another token was entered.
  if (sessionStorage.getItem(KEY) !== token) return;
  if (response.status === 401 || response.status === 400) {
    clearTimeout(timer);
    return signIn(`This is not the token. ${WHERE}`);
  }
  if (!response.ok) return say(`The collector answers ${response.status}. Trying again.`);
  const summaries = (await response.json()) as Summary[];
  form.hidden = true;
  replace(summaries.map(section));
  say(summaries.length === 0 ? EMPTY : 'Newest snapshots; looks again by itself.');
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, field.value.trim());
  field.value = '';
  say('Reading…');
  void show();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void show();
});

// From the link that the collector prints. A fragment is not sent, and leaves the address at once.
const { hash, pathname } = location;
if (hash.length > 1) {
  sessionStorage.setItem(KEY, hash.slice(1));
  history.replaceState(null, '', pathname);
}
void show();
