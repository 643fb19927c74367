// Decides faster than any visitor and answers every decision, until its browser is killed. It reports each
// fact at once, since a killed page cannot be asked.
import { openBandit } from './bandit.js';
import { note } from './note.js';

const bandit = await openBandit();
const { lifetime } = await bandit.budget();
note('begun', { reports: lifetime.reports });
void decide();
for await (const event of bandit.events()) {
  if (event.type === 'queued') note(event.answered ? 'answered' : 'paid', { id: event.report.id });
  if (event.type === 'error') note('complaint', { text: `event: ${event.error.message}` });
  if (event.type === 'withheld' && event.reason !== 'budget_exhausted') {
    note('complaint', { text: `withheld: ${event.reason}` });
  }
}

async function decide() {
  for (;;) {
    note('decided');
    void bandit.choose().reward(1);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
