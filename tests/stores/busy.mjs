// node busy.mjs <kind> <target> <name>: commits and publishes beside others; prints how many reports it had accepted.
import { batchOf, openStore, publication, totalOf } from './open.mjs';

const ROUNDS = 120;
const [kind, target, name] = process.argv.slice(2);
const store = openStore(kind, target);
let accepted = 0;

/** What is in doubt is asked again, as a collector's visitors do. */
async function insist(call) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const again = error.code === 'store_conflict' || error.retryable;
      if (!again || attempt > 100) throw error;
    }
  }
}

async function publish() {
  const current = await store.latest('demo');
  let total = totalOf(current);
  for (let snapshot = current.folded; snapshot < current.open; snapshot++)
    total += (await store.read({ experiment: 'demo', snapshot }))?.reports ?? 0n;
  const snapshot = current.snapshot + 1;
  const next = publication(snapshot, snapshot - 1, current.open, total);
  await store.publish('demo', current.snapshot, next);
}

for (let round = 0; round < ROUNDS; round++) {
  const batch = batchOf(`${name} ${round}`, 20);
  await Promise.all([
    insist(async () => {
      const { snapshot } = await store.head('demo');
      accepted += (await store.commit({ experiment: 'demo', snapshot }, batch)).accepted;
    }),
    round % 5 === 0 ? insist(publish) : undefined,
  ]);
}
await store.dispose();
console.log(accepted);
process.exit();
