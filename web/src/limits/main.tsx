/** /limits/ is a text; the header's switches and the table of prices are alive, and a link to a folded part opens it. */
import { render } from 'preact';
import { startPage } from '../shared/page.js';
import { PriceTable } from '../shared/price-table.js';

startPage();

const prices = document.getElementById('limit-prices');
if (prices) render(<PriceTable />, prices);

/** Browsers that open what a fragment names have done so already. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const folded = target?.closest('details');
  if (!target || !folded || folded.open) return;
  folded.open = true;
  target.scrollIntoView();
}

openTarget();
addEventListener('hashchange', openTarget);
