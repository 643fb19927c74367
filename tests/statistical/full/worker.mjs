// A process of the full audit: runs the task of the plan whose index it is sent, and sends what came of it.

import { fullPlan } from './plan.mjs';

const tasks = fullPlan(JSON.parse(process.argv[2]));

process.on('message', async (index) => {
  const row = await tasks[index].run();
  process.send({ ...row, day: new Date().toISOString().slice(0, 10) });
});
