// What scripts/test.mjs starts for each stage, in a process of its own: it runs the stage that its argument names
// and sends back `{ failure }`, or `{ note }` where the stage has more to say than that it passed.
import { stages } from './stages.mjs';

const stage = stages.find(({ name }) => name === process.argv[2]);
try {
  process.send({ note: await stage.run() });
} catch (error) {
  process.send({ failure: error.message });
}
