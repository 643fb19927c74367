// What the npm package says of specs: node npm_package.mjs < [spec, ...] > [{digest, ...} or {error}, ...]. Needs dist/.
import { text } from 'node:stream/consumers';
import { createSimulator } from '../../dist/simulation/index.js';

const simulator = await createSimulator({ workers: 0 });

async function play(spec) {
  try {
    const json = await simulator.run(spec).result;
    const { digest, spec: complete, curves } = json;
    return { digest, spec: complete, means: curves.map(({ mean }) => Array.from(mean)), json };
  } catch (error) {
    return { error: error.message, parameter: error.details?.parameter };
  }
}

const answers = [];
for (const spec of JSON.parse(await text(process.stdin))) answers.push(await play(spec));
process.stdout.write(JSON.stringify(answers));
