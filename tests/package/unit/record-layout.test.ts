// An experiment crosses into a wasm module as a flat record that begins with the hash of its layout. If page and
// module disagree about the fields, the module must refuse: epsilon and delta are two numbers like any others.
import { describe, expect, it } from 'vitest';
import { startPageModule } from '../../../bindings/ts/client/page-module.js';
import { deviceTerms, ModuleRecord } from '../../../bindings/ts/client/record.js';
import {
  featureNormRecord,
  linearExperimentRecord,
  linearLearnerRecord,
} from '../../../bindings/ts/generated/catalog-linear.js';
import { packedWasm } from '../../../bindings/ts/generated/contextual-wasm.js';
import { flat } from '../../../bindings/ts/internal/flat.js';
import { instantiate } from '../../../bindings/ts/internal/instantiate.js';
import { unpack } from '../../../bindings/ts/internal/unpack.js';
import { linearExperimentFromSpec } from '../../../bindings/ts/internal/validate-linear.js';
import { Learner } from '../../../bindings/ts/server/learner.js';
import { loadLearnerModule } from '../../../bindings/ts/server/load-learner.js';
// @ts-expect-error: scripts have no declarations.
import { layoutHash } from '../../../scripts/lib/catalog/records.mjs';
// @ts-expect-error: scripts have no declarations.
import { records } from '../../../scripts/lib/catalog/schema.mjs';

type Field = readonly [name: string, type: string, cpp?: string];
interface Layout {
  readonly name: string;
  readonly fields: readonly Field[];
}

const layouts = records as readonly Layout[];
const hash = layoutHash as (layout: Layout) => number;

function swapped(layout: Layout, i: number, j: number): Layout {
  const fields = [...layout.fields];
  [fields[i], fields[j]] = [fields[j] as Field, fields[i] as Field];
  return { ...layout, fields };
}

describe('the layout of a record', () => {
  it('has another hash when any two fields trade places, or one is renamed', () => {
    for (const layout of layouts) {
      const { length } = layout.fields;
      for (let i = 0; i < length; i++) {
        for (let j = 0; j < i; j++) expect(hash(swapped(layout, i, j))).not.toBe(hash(layout));
        const fields = layout.fields.map((field, at) =>
          at === i ? (['other', 'number'] as const) : field,
        );
        expect(hash({ ...layout, fields })).not.toBe(hash(layout));
      }
    }
  });

  it('is checked by the module, which refuses a record with epsilon and delta swapped', async () => {
    const module = await instantiate(startPageModule, undefined, () => unpack(packedWasm));
    const spec = { type: 'ldp-linucb', dimension: 3, mechanism: 'gaussian', delta: 1e-6 };
    const experiment = linearExperimentFromSpec(spec, { epsilon: 1 });
    const rest = [
      ...featureNormRecord(experiment),
      ...deviceTerms(experiment, { epsilon: 1, delta: 1e-6 }),
    ];
    const written = linearExperimentRecord(experiment);
    const client = new ModuleRecord(module, [...written, ...rest]);
    client.dispose();

    const layout = layouts.find(({ name }) => name === 'LinearExperiment') as Layout;
    const at = (name: string) => layout.fields.findIndex(([field]) => field === name);
    const [head] = written as readonly number[][];
    expect(head?.[0]).toBe(hash(layout));
    const other = [...(head as number[])];
    other[0] = hash(swapped(layout, at('epsilon'), at('delta')));
    [other[1 + at('epsilon')], other[1 + at('delta')]] = [experiment.delta, experiment.epsilon];
    expect(() => new ModuleRecord(module, [other, ...rest])).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        details: expect.objectContaining({
          parameter: 'record',
          reason: 'page and module are of different builds',
        }),
      }),
    );
    expect(() => new ModuleRecord(module, [])).toThrow(/different builds/);
  });

  it('is checked by the module of the collector too', async () => {
    const module = await loadLearnerModule();
    const spec = { type: 'ldp-linucb', dimension: 3, mechanism: 'gaussian', delta: 1e-6 };
    const experiment = linearExperimentFromSpec(spec, { epsilon: 1 });
    new Learner(module, experiment).delete();

    const layout = layouts.find(({ name }) => name === 'LinearLearner') as Layout;
    const at = (name: string) => layout.fields.findIndex(([field]) => field === name);
    const record = flat(linearLearnerRecord(experiment));
    expect(record[0]).toBe(hash(layout));
    record[0] = hash(swapped(layout, at('epsilon'), at('delta')));
    [record[1 + at('epsilon')], record[1 + at('delta')]] = [experiment.delta, experiment.epsilon];
    const refused = {
      code: 'invalid_argument',
      parameter: 'record',
      reason: 'page and module are of different builds',
    };
    expect(module.createServerLinearLearner(record)).toMatchObject(refused);
    // Nor does a learner take the record of another family.
    const whole = flat(linearLearnerRecord(experiment));
    expect(module.createServerLearner(whole)).toMatchObject(refused);
    expect(module.createServerConvexLearner(whole)).toMatchObject(refused);
    expect(module.createServerBestArmLearner(new Float64Array())).toMatchObject(refused);
  });
});
