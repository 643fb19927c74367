// Compiles single files with the flags that the build really uses for a folder of src/.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';
import { buildPreset } from '../../../scripts/lib/toolchain.mjs';

/** Configures the native build; the flags of every folder that has sources, by folder. */
export async function compileFlags() {
  await buildPreset('native', { targets: ['ldp_catalog'], quiet: true });
  const commands = JSON.parse(
    readFileSync(join(root, 'build/native/compile_commands.json'), 'utf8'),
  );
  const flags = new Map();
  for (const { file, command } of commands) {
    const folder = /\/src\/([a-z]+)\//.exec(file.slice(root.length))?.[1];
    if (folder && !flags.has(folder)) flags.set(folder, parse(command));
  }
  return flags;
}

/** The compiler and its options, without the input, the output and the list of dependencies. */
function parse(command) {
  const words = command.match(/(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+/g);
  if (/ccache$/.test(words[0])) words.shift();
  const kept = [];
  for (let i = 0; i < words.length; ++i) {
    if (['-o', '-c', '-MT', '-MF', '-MQ'].includes(words[i])) ++i;
    else if (words[i] !== '-MD') kept.push(words[i].replace(/\\(.)/g, '$1'));
  }
  return kept;
}

/** Whether `input` (a path, or `-` with `source` as its text) compiles, and what the compiler said. */
export function compiles([compiler, ...options], input, source = '') {
  const args = [...options, '-fsyntax-only', '-x', 'c++', input];
  // The diagnostics are read below: in English, and of one compiler.
  const child = spawn(compiler, args, { env: { ...process.env, LC_ALL: 'C' } });
  child.stdin.end(source);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, said }));
  });
}
