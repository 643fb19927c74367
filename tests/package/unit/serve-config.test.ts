// The schema for editors and the checks of the command agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkConfig } from '../../../bindings/ts/serve/config.js';
import {
  CONFIG_MEMBERS,
  EXPERIMENT_MEMBERS,
  LIMIT_MEMBERS,
  TIMING_MEMBERS,
} from '../../../bindings/ts/serve/config-names.js';
import { folder, run } from './serve-support.js';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../dist/config.schema.json'), 'utf8'),
);
const experiment = schema.properties.experiments.additionalProperties;
let validate: ValidateFunction;
beforeAll(() => {
  validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
});

const names = (object: object) => Object.keys(object).sort();

test('schema and command know the same members', () => {
  expect(names(schema.properties)).toEqual([...CONFIG_MEMBERS].sort());
  expect(names(experiment.properties)).toEqual([...EXPERIMENT_MEMBERS].sort());
  expect(names(experiment.properties.timing.properties)).toEqual([...TIMING_MEMBERS].sort());
  expect(names(schema.properties.limits.properties)).toEqual([...LIMIT_MEMBERS].sort());
});

const demo = { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, perReport: { epsilon: 1 } };
const of = (changes: object) => ({ experiments: { demo: { ...demo, ...changes } } });

describe('both accept', () => {
  const accepted: Record<string, object> = {
    nothing: {},
    'an experiment': of({}),
    'everything of an experiment': of({
      labels: ['a', 'b', 'c'],
      timing: { maxDelayMs: 1000 },
      serve: 'distribution',
      control: 'b',
      visitorsPerDay: 1000,
    }),
    'other families': {
      experiments: {
        contexts: { ...demo, algorithm: { type: 'ldp-linear-moments', dimension: 3 } },
        slates: {
          ...demo,
          algorithm: { type: 'combinatorial-thompson', set: { type: 'top-k', arms: 6, choose: 2 } },
        },
        best: { ...demo, algorithm: { type: 'ldp-kl-lucb', arms: 2 }, keepReporting: 0.5 },
        points: {
          ...demo,
          algorithm: {
            type: 'ldp-two-point',
            set: { type: 'simplex', dimension: 2 },
            lipschitz: 1,
          },
        },
      },
    },
    'the options of a collector': {
      ...of({}),
      basePath: '/c',
      cors: ['https://a.example'],
      publishEvery: { reports: 5 },
      retention: 32,
      limits: { headersMs: 1000 },
      store: 'x.db',
      port: 1,
    },
  };
  for (const [name, config] of Object.entries(accepted)) {
    test(name, () => {
      expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
      expect(() => checkConfig(config)).not.toThrow();
    });
  }

  test('what init writes', async () => {
    const cwd = folder();
    await run(cwd, ['init']);
    const config = JSON.parse(readFileSync(join(cwd, 'ldp-bandits.json'), 'utf8'));
    expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
    expect(checkConfig(config).pages).toBe('public');
    const again = await run(cwd, ['init']);
    expect([again.code, again.text]).toEqual([2, expect.stringContaining('is there already')]);
  });
});

describe('both refuse, and the command says where, what was given and what is allowed', () => {
  const refused: [string, object, RegExp][] = [
    [
      'a name at the top',
      { experiment: {} },
      /^experiment: not known here\. Did you mean "experiments"\?/,
    ],
    ['a name of an experiment', of({ lables: [] }), /^experiments\.demo\.lables: .*"labels"/],
    ['a name of times', of({ timing: { maxDelay: 1 } }), /timing\.maxDelay: .*"maxDelayMs"/],
    [
      'a parameter of the algorithm',
      of({ algorithm: { type: 'weighted-ldp-ucb', arm: 3 } }),
      /algorithm\.arm: .*"arms"/,
    ],
    [
      'an algorithm',
      of({ algorithm: { type: 'weighted-ucb', arms: 3 } }),
      /algorithm\.type: "weighted-ucb" .*Did you mean "weighted-ldp-ucb"\?/,
    ],
    [
      'an algorithm that needs a function',
      of({ algorithm: { type: 'one-point-reduction', arms: 3 } }),
      /createCollector/,
    ],
    ['a number', of({ perReport: { epsilon: 40 } }), /perReport\.epsilon: must be .* 32, got 40/],
    ['a port', { port: 70_000 }, /^port: must be an integer from 0 to 65535, got 70000/],
    ['a retention', { ...of({}), retention: 0 }, /^retention: must be .* got 0/],
    ['a missing epsilon', of({ perReport: {} }), /perReport\.epsilon/],
  ];
  for (const [name, config, message] of refused) {
    test(name, () => {
      expect(validate(config)).toBe(false);
      expect(() => checkConfig(config)).toThrow(message);
    });
  }
});
