// Modules that come as files are compared with what this version of the package has, before they are compiled;
// dist/integrity.json says the same to pages and readers.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LdpError } from 'ldp-bandits';
import { createBandit as createFromFile } from 'ldp-bandits/url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { linearCollector, openLinear } from './client-linear-support.js';
import {
  ALGORITHM,
  ENDPOINT,
  failure,
  type Options,
  open,
  ScriptedCollector,
} from './client-support.js';

const dist = fileURLToPath(new URL('.', import.meta.resolve('ldp-bandits')));
const folder = mkdtempSync(join(tmpdir(), 'ldp-bandits-files-'));
const shipped = pathToFileURL(join(dist, 'ldp-bandits.wasm'));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const expected = sha256(readFileSync(shipped));

/** A valid module that does the same, with one more, empty, custom section. */
function altered(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...readFileSync(join(dist, name)), 0, 2, 1, 0x78]);
}

beforeAll(() => {
  for (const name of ['ldp-bandits.wasm', 'contextual.wasm']) {
    writeFileSync(join(folder, name), altered(name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllGlobals());

const fromFile = (options: Options = {}, create = createFromFile) => {
  const { fetch } = new ScriptedCollector();
  return create({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: ALGORITHM,
    privacy: { epsilon: 1, epsilonTotal: 8 },
    fetch,
    ...options,
  });
};

const entries = [
  ['ldp-bandits', (options: Options) => open(new ScriptedCollector(), options)],
  ['ldp-bandits/url', fromFile],
] as const;

describe.each(entries)('an address given to %s', (_, start) => {
  test('is loaded if its bytes are those of this version', async () => {
    for (const wasm of [shipped, shipped.href]) {
      expect((await start({ wasm })).choose().action).toBe(1);
    }
  });

  test('is refused if they are not, naming the file and both hashes', async () => {
    const wasm = pathToFileURL(join(folder, 'ldp-bandits.wasm'));
    const error = await failure(start({ wasm }));
    const found = sha256(altered('ldp-bandits.wasm'));
    expect(LdpError.is(error, 'wasm_not_found')).toBe(true);
    expect(error).toMatchObject({
      retryable: false,
      details: { file: 'ldp-bandits.wasm', url: wasm.href, expected, found },
    });
    for (const word of ['ldp-bandits.wasm', wasm.href, expected, found]) {
      expect(String(error)).toContain(word);
    }
  });

  test('is refused if it is that of other algorithms of this version', async () => {
    const error = await failure(start({ wasm: pathToFileURL(join(dist, 'contextual.wasm')) }));
    expect(error).toMatchObject({ code: 'wasm_not_found', details: { expected } });
  });
});

test('a file has noise, also on a page that has opened the module of bits', async () => {
  await open(new ScriptedCollector());
  const fetch = () => Promise.reject(new TypeError('no network'));
  const algorithm = { type: 'ldp-thompson-graded', arms: 3 } as unknown as typeof ALGORITHM;
  const bandit = await fromFile({ algorithm, fetch });
  expect(bandit.manifest.algorithm).toMatchObject({ type: 'ldp-thompson-graded' });
  expect([0, 1, 2]).toContain(bandit.choose().action);
});

test('the module of another family is compared with its own hash', async () => {
  const at = (place: string) => pathToFileURL(join(place, 'contextual.wasm'));
  await expect(openLinear(linearCollector(), 'ball', { wasm: at(dist) })).resolves.toBeDefined();
  const error = await failure(openLinear(linearCollector(), 'ball', { wasm: at(folder) }));
  expect(error).toMatchObject({ code: 'wasm_not_found', details: { file: 'contextual.wasm' } });
});

test.each([
  ['foreign bytes', new TextEncoder().encode('<!doctype html>')],
  ['nothing', new Uint8Array(0)],
  ['a module cut off', new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0])],
  ['another module', new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])],
  ['a file that is not there', new URL('file:///nowhere/ldp-bandits.wasm')],
])('%s for wasm: wasm_not_found', async (_, wasm) => {
  const error = await failure(open(new ScriptedCollector(), { wasm }));
  expect(LdpError.is(error, 'wasm_not_found')).toBe(true);
});

test('what the page has loaded itself is taken as it is', async () => {
  const bytes = altered('ldp-bandits.wasm');
  const wasms = [bytes, bytes.buffer, new Response(bytes), await WebAssembly.compile(bytes)];
  for (const wasm of wasms) {
    expect((await fromFile({ wasm })).choose().action).toBe(1);
  }
});

test('a file beside the entry that is not its own is refused', async () => {
  const copy = join(folder, 'dist');
  cpSync(dist, copy, { recursive: true });
  const { createBandit } = await import(pathToFileURL(join(copy, 'url.js')).href);
  await expect(fromFile({}, createBandit)).resolves.toBeDefined();
  // Else the second bandit would get the instance of the first.
  const again = join(folder, 'again');
  cpSync(dist, again, { recursive: true });
  writeFileSync(join(again, 'ldp-bandits.wasm'), altered('ldp-bandits.wasm'));
  const other = await import(pathToFileURL(join(again, 'url.js')).href);
  expect(await failure(fromFile({}, other.createBandit))).toMatchObject({
    code: 'wasm_not_found',
    details: { file: 'ldp-bandits.wasm', expected },
  });
});

test('without crypto.subtle, on pages over plain http, the browser is told what to compare', async () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const asked: (RequestInit | undefined)[] = [];
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    asked.push(init);
    return new Response(readFileSync(shipped));
  });
  await fromFile({ wasm: 'http://192.0.2.1/ldp-bandits.wasm' });
  const hash = createHash('sha256').update(readFileSync(shipped)).digest('base64');
  expect(asked).toEqual([{ credentials: 'same-origin', integrity: `sha256-${hash}` }]);
});

describe('dist/integrity.json', () => {
  const { files, sha256: modules } = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'));

  test('has every script and module that a page can load, and nothing else', () => {
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => /\.(js|wasm)$/.test(name))
      .filter((name) => !name.startsWith('command/') && name !== 'simulation/node-workers.js');
    expect(Object.keys(files)).toEqual(names.sort());
    expect(names).toEqual(expect.arrayContaining(['index.js', 'url.js', 'ldp-bandits.wasm']));
  });

  test('says of each what a browser computes', () => {
    for (const [name, value] of Object.entries(files)) {
      const hash = createHash('sha384').update(readFileSync(join(dist, name)));
      expect(value, name).toBe(`sha384-${hash.digest('base64')}`);
    }
  });

  test('has SHA-256 of every module, as sha256sum prints it', () => {
    expect(Object.keys(modules)).toEqual(
      ['combinatorial', 'contextual', 'convex', 'ldp-bandits', 'learner'].map((n) => `${n}.wasm`),
    );
    for (const [name, value] of Object.entries(modules)) {
      expect(value, name).toBe(sha256(readFileSync(join(dist, name))));
    }
  });
});
