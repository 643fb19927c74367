// One visit: a decision, and a way to leave. The same click that leaves gives the answer, or none. The page notes
// what it really did in localStorage before it leaves: that is the truth that the report is held to.
import { openBandit, responseWindowMs } from './bandit.js';
import { note, visitNumber } from './note.js';

const query = new URLSearchParams(location.search);
const way = query.get('way');
const visit = visitNumber();
const answers = query.get('answer') === '1';
const next = `/next${location.search}`;

const kind = performance.getEntriesByType('navigation')[0]?.type;

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) note('restored', { text: 'from the cache' });
});

// Only the first load is a visit. After that the page says how it came back, and decides nothing.
if (kind === 'navigate') void choose();
else if (kind === 'reload') note('shown');
else note('restored', { text: 'anew' });

async function choose() {
  const bandit = await openBandit();
  if (query.get('flush') === 'pagehide') {
    addEventListener('pagehide', () => void bandit.flush({ keepalive: true }));
  }
  const events = bandit.events();
  const chosenAt = Date.now();
  const decision = bandit.choose();
  const answer = () => {
    const late = Date.now() - chosenAt > responseWindowMs;
    if (answers) void decision.reward(1);
    localStorage.setItem(`visit ${visit}`, JSON.stringify({ answered: answers && !late, late }));
  };
  wayOut(answer).id = 'leave';
  for await (const event of events) {
    if (event.type === 'withheld') note('complaint', { text: `withheld: ${event.reason}` });
    if (event.type === 'error') note('complaint', { text: `event: ${event.error.message}` });
    if (event.type !== 'queued' || event.answered) continue;
    const { report, releaseAt } = event;
    note('chosen', { id: report.id, releaseAt, chosenAt, spentMs: Date.now() - chosenAt });
  }
}

/** The element to click. The answer is given in its click, before the browser leaves. */
function wayOut(answer) {
  if (way === 'link' || way === 'elsewhere') {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = way === 'link' ? next : `${query.get('elsewhere')}?visit=${visit}`;
    link.textContent = way;
    link.addEventListener('click', answer);
    return link;
  }
  const form = document.body.appendChild(document.createElement('form'));
  Object.assign(form, { action: next, method: 'post' });
  const button = form.appendChild(document.createElement('button'));
  button.textContent = way;
  button.type = way === 'form' ? 'submit' : 'button';
  button.addEventListener('click', () => {
    answer();
    if (way === 'href') location.href = next;
    if (way === 'back') history.back();
    if (way === 'reload') location.reload();
    if (way === 'close') window.close();
    // `tab`: the driver closes it.
  });
  return button;
}
