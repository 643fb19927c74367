// The JSON schema of the config of `ldp-bandits serve`, for editors: what a member is for, what it may be. The command
// checks a config by the collector's own rules; a test holds the two to the same names.
import { enumerations } from './schema.mjs';

const describe = (description, schema) => ({ description, ...schema });
const integer = (minimum, maximum) => ({ type: 'integer', minimum, maximum });
const strict = (properties, required = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

const known = (value) => value !== undefined && value !== null;

function range({ minimum, maximum }) {
  return { ...(known(minimum) && { minimum }), ...(known(maximum) && { maximum }) };
}

/** Sets have rules of their own, which the collector checks; here is which kinds there are. */
function set(kind, left = []) {
  const { words } = enumerations.find(({ name }) => name === kind);
  const ids = words.map(([word]) => word).filter((word) => !left.includes(word));
  return { type: 'object', properties: { type: { enum: ids } }, required: ['type'] };
}

const REWARDS = {
  oneOf: [
    strict({ type: { const: 'unit' } }, ['type']),
    strict({ type: { const: 'clip' }, low: { type: 'number' }, high: { type: 'number' } }, [
      ...['type', 'low', 'high'],
    ]),
    strict({ type: { const: 'sigmoid' }, center: { type: 'number' }, scale: { type: 'number' } }, [
      ...['type', 'center', 'scale'],
    ]),
    strict({ type: { const: 'threshold' }, at: { type: 'number' } }, ['type', 'at']),
  ],
};

function parameterSchema(parameter) {
  switch (parameter.type) {
    case 'integer':
    case 'number':
      return { type: parameter.type, ...range(parameter) };
    case 'choice':
      return { enum: parameter.choices };
    case 'levels': {
      const items = { type: 'number', ...range(parameter) };
      return { type: 'array', items, minItems: 1, maxItems: parameter.maximumLength };
    }
    case 'rewardTransform':
      return REWARDS;
    case 'decision-set':
      // The oracle of a custom set is a function, which no config can hold.
      return set('SetKind', ['custom']);
    case 'convex-set':
      return set('ConvexSetKind');
    default:
      throw new Error(`${parameter.name}: no schema for ${parameter.type}`);
  }
}

/** What algorithms share is stated once: the file is in every copy of the package. */
class Definitions {
  schemas = {};
  #names = new Map();

  /** @returns A reference to the schema, under this name or one like it. */
  add(name, schema) {
    const text = JSON.stringify(schema);
    if (!this.#names.has(text)) {
      let free = name;
      for (let i = 2; free in this.schemas; i++) free = `${name}-${i}`;
      this.#names.set(text, free);
      this.schemas[free] = schema;
    }
    return { $ref: `#/definitions/${this.#names.get(text)}` };
  }
}

function algorithmSchema(definitions, { id, name, summary, parameters }) {
  const properties = { type: { const: id } };
  for (const parameter of parameters) {
    const schema = parameterSchema(parameter);
    const standard = known(parameter.default) && { default: parameter.default };
    const described = describe(parameter.sentence, { ...schema, ...standard });
    properties[parameter.name] = definitions.add(parameter.name, described);
  }
  const needed = parameters.filter(({ optional }) => !optional).map((parameter) => parameter.name);
  return describe(`${name}: ${summary}`, strict(properties, ['type', ...needed]));
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const TIMING = strict({
  responseWindowMs: describe('How long pages may wait for an answer.', {
    ...integer(0, 30 * DAY),
    default: 10_000,
  }),
  maxDelayMs: describe('The longest random delay before a page sends.', {
    ...integer(0, DAY),
    default: 30_000,
  }),
  snapshotAgeMs: describe('How old a snapshot may be that a page chooses from; caches count.', {
    ...integer(0, DAY),
    default: 60_000,
  }),
  slackMs: describe(
    'For reports that wait for the next page, slow networks and clocks that differ.',
    {
      ...integer(0, DAY),
      default: 600_000,
    },
  ),
  publishAtMostEveryMs: describe(
    'The shortest time between two snapshots. Absent: the least with which `retention` epochs are enough.',
    integer(0, 366 * DAY),
  ),
});

function experimentSchema(definitions, algorithms) {
  const inConfig = algorithms.filter(
    ({ trustModel, family }) => trustModel === 'local' && family !== 'reduction',
  );
  return strict(
    {
      algorithm: describe('What is learnt, and how. Pages pin it: it never changes.', {
        type: 'object',
        required: ['type'],
        oneOf: inConfig.map((algorithm) => algorithmSchema(definitions, algorithm)),
      }),
      perReport: describe(
        'What one report costs a visitor. Pages pin it: it never changes.',
        strict(
          {
            epsilon: { type: 'number', minimum: 2 ** -10, maximum: 32 },
            delta: { type: 'number', minimum: 0, maximum: 0.1 },
          },
          ['epsilon'],
        ),
      ),
      labels: describe('What the options are called, for people: one for each arm.', {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 200 },
      }),
      timing: describe('Times that page and collector keep, in ms.', TIMING),
      serve: describe(
        'index: all devices of a snapshot play the arm that leads. distribution: devices divide the undecided arms among themselves.',
        { enum: ['index', 'distribution'], default: 'index' },
      ),
      keepReporting: describe(
        'Of best-arm algorithms: the share of devices that report on once the answer is certified.',
        { type: 'number', minimum: 0, maximum: 1, default: 0.1 },
      ),
      control: describe(
        'The option that results compare the others with: a label or a number from 0.',
        {
          type: ['string', 'integer'],
        },
      ),
      visitorsPerDay: describe(
        'For the days that are left. Absent: as many as the collector counts.',
        {
          type: 'number',
          minimum: 0,
        },
      ),
    },
    ['algorithm', 'perReport'],
  );
}

const LIMITS = strict({
  requestMs: describe('From the first byte of a request to its last.', {
    ...integer(100, HOUR),
    default: 10_000,
  }),
  headersMs: describe('To the end of the headers.', { ...integer(100, HOUR), default: 5_000 }),
  keepAliveMs: describe(
    'How long a connection may be idle. Longer than that of a proxy in front.',
    {
      ...integer(100, HOUR),
      default: 65_000,
    },
  ),
  connections: describe('Sockets that are open at once.', {
    ...integer(1, 1_000_000),
    default: 10_000,
  }),
  shutdownMs: describe('How long a shutdown waits for requests under way.', {
    ...integer(0, HOUR),
    default: 10_000,
  }),
});

/** The text of config.schema.json. */
export function configSchema(algorithms) {
  const definitions = new Definitions();
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Config of ldp-bandits serve',
    ...strict({
      $schema: { type: 'string' },
      experiments: describe('By name: what the address of the experiment ends with.', {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$' },
        additionalProperties: experimentSchema(definitions, algorithms),
      }),
      basePath: describe('Path before the routes.', { type: 'string', default: '/collector' }),
      cors: describe('Exact origins whose pages may report, e.g. https://www.example.org.', {
        type: 'array',
        items: { type: 'string' },
        default: [],
      }),
      publishEvery: describe(
        'A snapshot after this many reports or this long, whichever comes first, and as timing allows.',
        strict({
          reports: { type: 'integer', minimum: 1, default: 100 },
          ms: { type: 'number', minimum: 0, default: 10_000 },
        }),
      ),
      retention: describe('How many of the newest snapshots may take reports at once.', {
        ...integer(1, 1024),
        default: 64,
      }),
      maxIdsPerEpoch: describe('How many reports a snapshot takes, at most.', {
        ...integer(1, 1e9),
        default: 1e6,
      }),
      maxReportsPerBody: describe('How many reports a request may hold. Pages send one.', {
        ...integer(1, 10_000),
        default: 1,
      }),
      storeDeadlineMs: describe('How long one call to the store may take.', {
        ...integer(1, 600_000),
        default: 5_000,
      }),
      lookEveryMs: describe(
        'How long a snapshot of another collector may be missed; 0 asks always.',
        {
          ...integer(0, 60_000),
          default: 1_000,
        },
      ),
      store: describe(
        'A file for SQLite, or postgres://…; LDP_STORE keeps passwords out of this file.',
        {
          type: 'string',
          default: 'ldp-bandits.db',
        },
      ),
      port: describe('Of the collector.', { ...integer(0, 65_535), default: 8787 }),
      host: describe('Address that the collector listens on.', {
        type: 'string',
        default: '127.0.0.1',
      }),
      pages: describe('A folder of pages to try experiments with. Not for production.', {
        type: 'string',
      }),
      limits: describe('What bounds slow and many connections; times in ms.', LIMITS),
    }),
  };
  return `${JSON.stringify({ ...schema, definitions: definitions.schemas })}\n`;
}
