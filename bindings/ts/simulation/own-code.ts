// Finds own code: the module that a run was given, or that its address names, and what is in it.
import { LdpError } from '../internal/errors.js';
import { invalidArgument, requireRecord } from '../internal/validate.js';
import type { OwnCode, OwnEnvironment, OwnPart, OwnPolicy } from './own-types.js';
import type { SimulationSpec } from './spec-types.js';

/** As it travels to a seat: a module, or its address, which alone can be posted to a worker. */
export type OwnSource = OwnCode | string;

/** Every part of a spec that is not the library's. */
export function ownParts({ environment, runs }: SimulationSpec): readonly OwnPart[] {
  const part = (kind: OwnPart['kind'], { name, version }: Pick<OwnPart, 'name' | 'version'>) => ({
    kind,
    name,
    ...(version !== undefined && { version }),
  });
  const parts: OwnPart[] = environment.type === 'own' ? [part('environment', environment)] : [];
  for (const { policy } of runs) {
    if (policy.type !== 'own') continue;
    if (parts.some(({ kind, name }) => kind === 'policy' && name === policy.name)) continue;
    parts.push(part('policy', policy));
  }
  return parts;
}

/**
 * Checks the option `own` of a run against its spec. Undefined where the spec has no own part.
 * @throws {LdpError} `invalid_argument`.
 */
export function readOwn(
  own: unknown,
  spec: SimulationSpec,
  workers: number,
): OwnSource | undefined {
  const [first] = ownParts(spec);
  if (first === undefined) {
    if (own === undefined) return undefined;
    throw invalidArgument('own', own, 'must be absent: no part of the spec has the type "own"');
  }
  if (own === undefined) {
    throw invalidArgument(
      'own',
      own,
      `must be given: the spec names the own ${first.kind} "${first.name}"`,
    );
  }
  if (typeof own === 'string' || own instanceof URL) return readAddress(own);
  const code = readCode(own);
  if (workers > 0) {
    throw invalidArgument(
      'own',
      own,
      'must be the address of a module, a URL, where workers play: functions cannot be sent to them; or create the simulator with workers: 0',
    );
  }
  for (const part of ownParts(spec)) definitionOf(code, part);
  return code;
}

/** The module behind a source. Rejects `own_code_failed` where it cannot be imported. */
export async function loadOwn(source: OwnSource): Promise<OwnCode> {
  if (typeof source !== 'string') return source;
  let module: unknown;
  try {
    // No bundler knows the address: scripts/build-package.mjs marks the call.
    module = await import(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LdpError('own_code_failed', `The module ${source} could not be imported: ${why}`, {
      details: { parameter: 'own', address: source },
      cause,
    });
  }
  return readCode(module);
}

type Definitions = { readonly environment: OwnEnvironment; readonly policy: OwnPolicy };

/** @throws {LdpError} `invalid_argument` where the module has no such part, or another version of it. */
export function definitionOf<Kind extends OwnPart['kind']>(
  code: OwnCode,
  part: OwnPart & { readonly kind: Kind },
): Definitions[Kind] {
  const { kind, name, version } = part;
  const list = kind === 'environment' ? 'environments' : 'policies';
  const all: Readonly<Record<string, OwnEnvironment | OwnPolicy>> = code[list] ?? {};
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (typeof found?.create !== 'function') {
    const known = Object.keys(all).join(', ') || 'none';
    throw invalidArgument(
      'own',
      name,
      `must have ${list}["${name.slice(0, 80)}"] with a function create; ${list} are: ${known.slice(0, 200)}`,
    );
  }
  if (found.version !== version) {
    const own = found.version === undefined ? 'none' : `"${String(found.version).slice(0, 80)}"`;
    throw invalidArgument(
      'own',
      version,
      `must have the version that the spec has for the ${kind} "${name}": the module's is ${own}, the spec's is ${version === undefined ? 'none' : `"${version}"`}`,
    );
  }
  return found as Definitions[Kind];
}

/** Workers have another base than the page: a relative address would be another file there. */
function readAddress(own: string | URL): string {
  try {
    return new URL(own).href;
  } catch {
    throw invalidArgument(
      'own',
      own,
      "must be a whole address: new URL('./own.js', import.meta.url)",
    );
  }
}

function readCode(own: unknown): OwnCode {
  const { environments, policies } = Object(own) as Partial<Record<string, unknown>>;
  if (environments === undefined && policies === undefined) {
    throw invalidArgument('own', own, 'must have environments or policies, by name');
  }
  for (const [name, value] of Object.entries({ environments, policies })) {
    if (value !== undefined) requireRecord(`own.${name}`, value, Object.keys(Object(value)));
  }
  return own as OwnCode;
}
