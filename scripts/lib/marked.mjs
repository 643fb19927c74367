// Text of a document that a program writes: between `<!-- name:begin -->` and `<!-- name:end -->`.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

/** The lines between the marks. Throws if the document has no such marks. */
export function readMarked(file, name) {
  return parts(file, name).inside;
}

/** Puts lines between the marks. */
export function writeMarked(file, name, lines) {
  const { before, after } = parts(file, name);
  writeFileSync(file, [before, ...lines, after].join('\n'));
}

function parts(file, name) {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${relative(root, file)} has no ${begin} … ${end}`);
  const start = from + begin.length;
  return {
    before: text.slice(0, start),
    inside: text.slice(start, to).split('\n').slice(1, -1),
    after: text.slice(to),
  };
}
