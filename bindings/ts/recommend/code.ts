// The recommendation as code: what the page has, and what its collector has.
import { entryOf } from '../client/families.js';
import type { AlgorithmSpec } from '../client/types.js';
import type { CompleteSituation } from './situation.js';
import { advisedEpoch, expectedMeans } from './stopping.js';

export interface RecommendedCode {
  /** What `createBandit` takes, as a literal. */
  readonly options: string;
  /** A module of the page. */
  readonly page: string;
  /** A module of the server, in Node, Deno, Bun or at an edge. */
  readonly collector: string;
}

export function codeOf(algorithm: AlgorithmSpec, situation: CompleteSituation): RecommendedCode {
  const { epsilon } = situation;
  const spec = literal(algorithm);
  const options = `{
  endpoint: '/collector', // better an origin of its own, which cannot clear the storage of this one
  experiment: 'my-experiment',
  algorithm: ${spec},
  privacy: { epsilon: ${epsilon}, epsilonTotal: ${8 * epsilon} }, // 8 reports of this browser in all; a server that asks for more is refused
  worker: '/ldp-sender.js', // a copy of ldp-bandits/ldp-sender.js: reports leave in time when the page is gone
}`;
  return {
    options,
    page: `import { createBandit } from '${entryOf(algorithm.type) ?? 'ldp-bandits'}';

// An option stands in the HTML: it stays until a line below replaces it, and if one of them fails.
const bandit = await createBandit(${options});
${usage(algorithm, situation)}
`,
    collector: `import { createCollector, memoryStore } from 'ldp-bandits/server';

const collector = await createCollector({
  basePath: '/collector',
  store: memoryStore(), // forgets when the process ends: give it a store of your own
  // cors: ['https://www.example.org'], // the page's origin, if it is another one${epochOf(algorithm, situation)}
  experiments: {
    'my-experiment': {
      algorithm: ${spec},
      perReport: { epsilon: ${epsilon} },
    },
  },
});
// collector.fetch(request) -> Response
`,
  };
}

/** How often the collector of a test publishes: every closed block is a look. */
function epochOf(algorithm: AlgorithmSpec, situation: CompleteSituation): string {
  if (algorithm.type !== 'ldp-duel') return '';
  const { epsilon, errorProbability } = situation;
  const means = expectedMeans(situation);
  const advised = Math.ceil(advisedEpoch({ means, epsilon, errorProbability }));
  // Where maximumPulls is at its limit, the test ends before the visitors that it would take.
  const reports = Math.min(advised, (algorithm.maximumPulls ?? Infinity) / 50);
  return `
  publishEvery: { reports: ${reports} }, // a fiftieth of the visitors that it takes, or 16 for each option`;
}

/** From the choice to the answer. */
function usage(algorithm: AlgorithmSpec, { see, shown }: CompleteSituation): string {
  const [given, answer] = see === 'value' ? ['value', 'value'] : ['', '1'];
  switch (algorithm.type) {
    case 'ldp-two-point':
      return `const decision = bandit.choose();
showBoth(...decision.action); // two settings, each a Float64Array
onPreference((isFirst) => decision.reward(isFirst ? 1 : -1)); // no answer: no preference`;
    case 'ldp-one-point':
      return `const decision = bandit.choose();
show(decision.action); // the setting to show, a Float64Array
onAnswer((${given}) => decision.reward(-${answer})); // a loss: what is good has a minus`;
    case 'ldp-duel':
    case 'ldp-kl-lucb':
      return `const decision = bandit.choose(); // local; reserves one report's budget
show(decision.action); // a whole number from 0; once the test has ended, the answer
onAnswer((${given}) => decision.reward(${answer})); // randomised on this device; silence is reported as 0
console.log(bandit.snapshot.best); // { answer, error, ended, ... }: how likely the answer is to be wrong at most`;
    default:
      if ('dimension' in algorithm)
        return `const decision = bandit.choose(options.map((option) => featuresOf(option, visitor))); // ${algorithm.dimension} numbers each
show(options[decision.action]); // all of them are in the page already
onAnswer((${given}) => decision.reward(${answer})); // silence is reported as 0`;
      if ('set' in algorithm)
        return `const decision = bandit.choose();
show(decision.action); // ${shown} options, as Uint32Array
onDone((reactions) => decision.reward(reactions)); // a number for each; one bit about one of them leaves`;
      return `const decision = bandit.choose(); // local; reserves one report's budget
show(decision.action); // a whole number from 0
onAnswer((${given}) => decision.reward(${answer})); // randomised on this device; silence is reported as 0`;
  }
}

/** A value of plain data as a JavaScript literal, keys without quotes. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${literal(field)}`);
  return `{ ${fields.join(', ')} }`;
}
