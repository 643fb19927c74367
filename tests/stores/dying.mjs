// node dying.mjs <kind> <target> <k>: commits and publishes, and kills itself before its statement k.
import { batchOf, openStore, publication } from './open.mjs';

const [kind, target, k] = process.argv.slice(2);
let counting = false;
let statements = 0;
const store = openStore(kind, target, () => {
  if (counting && statements++ === Number(k)) process.kill(process.pid, 'SIGKILL');
});
await store.latest('demo');
counting = true;
await store.commit({ experiment: 'demo', snapshot: 1 }, batchOf('dying', 3));
await store.publish('demo', 1, publication(2, 2, 0));
await store.dispose();
process.exit();
