/** The page of one paper: what it shows was written by the build; all else is loaded when it is asked for. */
import { startPage } from '../../shared/page.js';

startPage();

const live = () => import('./live.js');

for (const button of document.querySelectorAll<HTMLElement>('.run-here')) {
  button.addEventListener('click', async () => {
    const { open } = await live();
    open(button.dataset['figure'] ?? '');
  });
}
for (const details of document.querySelectorAll<HTMLDetailsElement>('.stored-claims')) {
  const show = async () => {
    const { showClaims } = await import('./stored-claims.js');
    await showClaims(details);
  };
  details.addEventListener('toggle', () => void show(), { once: true });
}
for (const details of document.querySelectorAll<HTMLDetailsElement>('[data-findings]')) {
  const show = async () => {
    const { showFindings } = await live();
    showFindings(details);
  };
  details.addEventListener('toggle', () => void show(), { once: true });
}

const hasRun = () => /[#&]s=/.test(location.hash);

async function takeLink(): Promise<void> {
  if (!hasRun()) return;
  removeEventListener('hashchange', takeLink);
  const { watch } = await live();
  watch();
}
addEventListener('hashchange', takeLink);
void takeLink();
