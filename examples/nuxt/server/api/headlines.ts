import { pick } from 'ldp-bandits/bootstrap';

export default defineEventHandler(async () => {
  const bootstrap = await (await collector()).bootstrap(['headlines']);
  return { bootstrap, choices: { headlines: pick(bootstrap.experiments.headlines) } };
});
