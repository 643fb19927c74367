// A page of bits loads a module without noise (bindings/bits.cpp). It must be the same device as the module of all arms,
// which the audit samples: of the same entropy it makes the same decisions, the same reports and the same costs.
import { readFile } from 'node:fs/promises';
import { LdpError } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import { type ClientModule, MultiArmedCore } from '../../../bindings/ts/client/multi-armed-core.js';
import { startPageModule } from '../../../bindings/ts/client/page-module.js';
import { multiArmedCatalog } from '../../../bindings/ts/generated/catalog-multi-armed.js';
import { compile } from '../../../bindings/ts/internal/instantiate.js';
import { completeSpec, experimentFromSpec } from '../../../bindings/ts/internal/validate.js';

const local = multiArmedCatalog.filter(({ trustModel }) => trustModel === 'local');
const bits = local.filter(({ payload }) => payload === 'bit').map(({ id }) => id);
const noisy = local.filter(({ payload }) => payload !== 'bit').map(({ id }) => id);

/** The same words in every instance: a linear congruence, its upper bytes. */
function entropy() {
  let state = 12_345;
  return (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return true;
  };
}

async function coreOf(file: string, spec: object, pinned: { epsilon: number; delta: number }) {
  const url = new URL(`../../../bindings/ts/generated/${file}.wasm`, import.meta.url);
  const bytes = Uint8Array.from(await readFile(url));
  const module = await startPageModule<ClientModule>(await compile(bytes), entropy());
  const algorithm = completeSpec(spec);
  return new MultiArmedCore(module, 'posters', experimentFromSpec(algorithm, pinned), pinned);
}

/** What a device does in 200 decisions, each answered, repeated with fresh noise and continued. */
function lifeOf(core: MultiArmedCore) {
  const told: unknown[] = [core.cost];
  for (let i = 0; i < 200; i++) {
    const { sealed, action, body, delayMs, fields } = core.choose([], 1_000);
    const again = core.redraw(sealed);
    const later = core.reopen(fields);
    const answer = (i % 5) / 4;
    told.push(action, body, delayMs, core.report(sealed, answer));
    told.push(again && core.report(again, answer), core.report(later, answer));
  }
  return told;
}

const required: Readonly<Record<string, object>> = {
  'he-ldp-ucb-bernoulli': { epsilonMin: 0.5 },
  'he-ldp-ucb-laplace': { epsilonMin: 0.5 },
};
const specOf = (type: string) => ({ type, arms: 5, ...required[type] });

describe.each(bits)('%s', (type) => {
  test.each([0.5, 1, 8])(
    'is the same of both modules at epsilon %d, byte for byte',
    async (epsilon) => {
      const pinned = { epsilon, delta: 0 };
      const [small, whole] = await Promise.all(
        ['bits', 'client'].map((file) => coreOf(file, specOf(type), pinned)),
      );
      expect(lifeOf(small as MultiArmedCore)).toEqual(lifeOf(whole as MultiArmedCore));
    },
  );
});

test.each(noisy)('the module of bits refuses %s, which that of all arms takes', async (type) => {
  const delta = type === 'ldp-gaussian-ucb' ? 1e-6 : 0;
  const pinned = { epsilon: 1, delta };
  const spec = { ...specOf(type), ...(delta && { delta }) };
  await expect(coreOf('client', spec, pinned)).resolves.toBeDefined();
  const refused = await coreOf('bits', spec, pinned).catch((error: unknown) => error);
  expect(LdpError.is(refused, 'invalid_argument')).toBe(true);
});
