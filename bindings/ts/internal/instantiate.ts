// Compiles modules and remembers what runs; it never fetches anything.
import { LdpError } from './errors.js';

export type WasmSource = URL | string | Loaded;
/** What needs no fetching. */
export type Loaded = Response | BufferSource | WebAssembly.Module;
/** What is there, or a function that fetches it. */
export type Readable = Loaded | (() => Promise<Loaded>);

/** Makes an instance of a compiled module. */
export type Start<Module> = (compiled: WebAssembly.Module) => Promise<Module>;

const memo = new WeakMap<object, Promise<unknown>>();
/** Under which key an instance is remembered. */
const keys = new WeakMap<object, object>();

/**
 * One running instance of a module that `start` starts.
 *
 * Without `source` the embedded bytes are compiled once per realm and every caller with the same
 * `own` shares the instance; the same holds for one WebAssembly.Module passed again. A failure is
 * not remembered, so the next call tries again. Rejects `wasm_not_found` (nothing there, or not the
 * wasm that `start` knows) or `wasm_blocked_by_csp`.
 */
export function instantiate<Module>(
  start: Start<Module>,
  source: Readable | undefined,
  embedded: () => Loaded | Promise<Loaded>,
  own: object = start,
): Promise<Module> {
  const key = source === undefined ? own : isModule(source) ? source : undefined;
  const read =
    source === undefined ? embedded : isFunction(source) ? source : () => source as Loaded;
  if (key === undefined) return run(start, read);
  let running = memo.get(key) as Promise<Module> | undefined;
  if (running === undefined) {
    running = run(start, read);
    memo.set(key, running);
    running.then(
      (module) => keys.set(module as object, key),
      () => memo.delete(key),
    );
  }
  return running;
}

/**
 * The module itself if it exports `name`: a page may hand over the file of another. Rejects
 * `wasm_not_found` otherwise.
 */
export function requireExport<Module extends object>(
  module: Module,
  name: keyof Module & string,
): Module {
  if (name in module) return module;
  throw new LdpError('wasm_not_found', 'The `.wasm` file is of other algorithms.', {
    details: { reason: 'another module' },
  });
}

/** Forgets an instance that has died, so that the next caller gets a new one. */
export function discard(module: object): void {
  const key = keys.get(module);
  if (key) memo.delete(key);
}

async function run<Module>(
  start: Start<Module>,
  source: () => Loaded | Promise<Loaded>,
): Promise<Module> {
  const compiled = await compile(await source());
  return start(compiled).catch((cause) => {
    throw asLoadError(cause);
  });
}

/** Rejects `wasm_not_found` or `wasm_blocked_by_csp`. */
export async function compile(source: Loaded): Promise<WebAssembly.Module> {
  if (isModule(source)) return source;
  const bytes = await readBytes(source);
  const head = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.byteLength))
    : new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (String.fromCharCode(...head) !== '\0asm') {
    const html = head[0] === 0x3c;
    throw new LdpError(
      'wasm_not_found',
      html
        ? 'Got HTML in place of wasm. With Vite add `optimizeDeps: { exclude: ["ldp-bandits"] }`, or import the entry without `/url`.'
        : 'The bytes of `wasm` are not a WebAssembly module.',
      { details: { reason: html ? 'html' : 'not wasm' } },
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw asLoadError(cause);
  }
}

async function readBytes(source: Response | BufferSource): Promise<BufferSource> {
  if (!isResponse(source)) return source;
  try {
    if (!source.ok) throw new Error(`HTTP status ${source.status}`);
    return await source.arrayBuffer();
  } catch (cause) {
    const { url } = source;
    throw new LdpError(
      'wasm_not_found',
      `Cannot load the WebAssembly module from ${url || 'the response'}.`,
      { details: { url }, cause, retryable: true },
    );
  }
}

/** Also one of another realm: Next compiles the modules of its edge runtime outside of it. */
export function isModule(source: unknown): source is WebAssembly.Module {
  return Object.prototype.toString.call(source) === '[object WebAssembly.Module]';
}

function isFunction(source: Readable | undefined): source is () => Promise<Loaded> {
  return typeof source === 'function';
}

function isResponse(source: unknown): source is Response {
  return typeof Response === 'function' && source instanceof Response;
}

function asLoadError(cause: unknown): LdpError {
  if (LdpError.is(cause)) return cause;
  // Browsers name the policy in the message; workerd says "code generation disallowed".
  const text = String((cause as Error | undefined)?.message ?? cause);
  const isBlocked =
    /Content Security Policy|unsafe-eval|code generation|disallowed|blocked by CSP/i.test(text);
  // Where there is no address there is no page, and no policy of one.
  if (isBlocked && typeof location === 'undefined') {
    return new LdpError(
      'wasm_not_found',
      'This host compiles no bytes: import the `.wasm` file and pass it as `wasm`. At the edge: `ldp-bandits/server/workerd`.',
      { details: { reason: text }, cause },
    );
  }
  return isBlocked
    ? new LdpError(
        'wasm_blocked_by_csp',
        "The page's Content Security Policy does not allow WebAssembly: add 'wasm-unsafe-eval' to script-src.",
        { cause },
      )
    : new LdpError('wasm_not_found', 'Cannot start the WebAssembly module.', {
        details: { reason: text },
        cause,
      });
}
