// How fast the server half reads reports: the bytes of a request body go into wasm, are parsed and
// checked there, and are added to the sums. collector.mjs has the same over sockets.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { layoutHash } from '../../../scripts/lib/catalog/records.mjs';
import { records } from '../../../scripts/lib/catalog/schema.mjs';
import { inTurn, rate } from '../measure.mjs';

const generated = new URL('../../../bindings/ts/generated/', import.meta.url);
const kArms = 20;
const kReports = 200_000;
const kBatch = 10_000;
const kRepetitions = 7;

export async function measure() {
  const learner = await createLearner();
  const bodies = Array.from({ length: kReports }, (_, i) =>
    reportBytes(i % kArms, i % 3 === 0 ? 1 : 0),
  );
  const batches = Array.from({ length: kReports / kBatch }, (_, i) =>
    joinReports(bodies.slice(i * kBatch, (i + 1) * kBatch)),
  );
  const { one, batch } = await inTurn(
    {
      one: () => rate(kReports, () => bodies.forEach(learner.ingest)),
      batch: () => rate(kReports, () => batches.forEach(learner.ingest)),
    },
    kRepetitions,
  );
  return [
    {
      name: 'Reports ingested one by one, bytes to sums, in wasm on one core',
      value: one.median,
      unit: 'reports/s',
      target: { atLeast: 300_000 },
    },
    {
      name: `Reports ingested in batches of ${kBatch.toLocaleString('en-US')}`,
      value: batch.median,
      unit: 'reports/s',
      target: { atLeast: 3_000_000 },
      comparisons: [{ label: 'one by one', value: one.median, unit: 'reports/s' }],
    },
  ];
}

/** The learner of the package's wasm module, without the JavaScript around it. */
async function createLearner() {
  const { default: createModule } = await import(new URL('learner-glue.mjs', generated));
  const compiled = await WebAssembly.compile(await readFile(new URL('learner.wasm', generated)));
  const module = await createModule({
    locateFile: (file) => file,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
  // weighted-ldp-ucb, the first of the catalog; one level, epsilon = 1; the bound La; what other learners have.
  const hash = layoutHash(records.find(({ name }) => name === 'Learner'));
  const learner = module.createServerLearner(
    Float64Array.of(hash, 0, kArms, 1, 1, 0, 1, 0, 0, 1, 0),
  );
  let scratch = learner.scratch(2 ** 20);
  const ingest = (bytes) => {
    if (scratch.byteLength === 0) scratch = learner.scratch(2 ** 20); // the memory grew
    scratch.set(bytes);
    if (typeof learner.ingest(bytes.byteLength) !== 'number')
      throw new Error('a report was refused');
  };
  return { ingest };
}

function reportBytes(arm, bit) {
  const id = randomBytes(16).toString('base64url');
  return Buffer.from(`{"v":1,"id":"${id}","snapshot":1,"arm":${arm},"level":0,"bit":${bit}}`);
}

function joinReports(bodies) {
  return Buffer.from(`[${bodies.join(',')}]`);
}
