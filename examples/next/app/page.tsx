import { pick } from 'ldp-bandits/bootstrap';
import { collector } from '../lib/collector';
import { Headlines } from './headlines';

export const dynamic = 'force-dynamic'; // every visitor gets a pick of their own

export default async function Page() {
  const bootstrap = await (await collector()).bootstrap(['headlines']);
  const choices = { headlines: pick(bootstrap.experiments.headlines) };
  return <Headlines bootstrap={bootstrap} choices={choices} />;
}
