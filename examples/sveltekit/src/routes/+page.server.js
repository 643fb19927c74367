import { pick } from 'ldp-bandits/bootstrap';
import { collector } from '$lib/server/collector.js';

export async function load({ setHeaders }) {
  setHeaders({ 'cache-control': 'private, no-store' }); // every visitor gets a pick of their own
  const bootstrap = await (await collector()).bootstrap(['headlines']);
  return { bootstrap, choices: { headlines: pick(bootstrap.experiments.headlines) } };
}
