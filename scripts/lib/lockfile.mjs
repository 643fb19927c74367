// A registry mirror may carry only the builds that its own machines use of packages with one build for
// each system. npm then writes a lock without the others, and `npm ci` refuses that lock everywhere. This
// finds such gaps and fills them with what the names say; npm checks the rest when it installs one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const systems = 'aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32';
const processors = 'arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64';
const libraries = { gnu: 'glibc', musl: 'musl' };

/** The lock entry of an optional build, from a name such as `@rollup/rollup-linux-x64-musl`. */
function entryFor(name, version) {
  const match = new RegExp(`[-/](${systems})-(${processors})(?:-(.*))?$`).exec(name);
  if (!match || !/^\d/.test(version))
    throw new Error(`cannot complete the lock for ${name} ${version}`);
  const [, os, cpu, variant] = match;
  // Only 64-bit Linux builds come as glibc or musl under one os and cpu.
  const libc = os === 'linux' && libraries[variant];
  return {
    version,
    cpu: [cpu],
    dev: true,
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}

/** Names of optional builds that the lock `file` mentions but does not hold. With `fix`, adds them. */
export function completeLock(file, { fix = false } = {}) {
  const path = join(root, file);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = new Map();
  for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const places = [`node_modules/${name}`, `${parent}/node_modules/${name}`];
      if (!places.some((place) => place in lock.packages)) missing.set(name, version);
    }
  }
  if (fix && missing.size) {
    for (const [name, version] of missing) {
      lock.packages[`node_modules/${name}`] = entryFor(name, version);
    }
    const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
    lock.packages = Object.fromEntries(sorted);
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  }
  return [...missing.keys()];
}
