// What typescript.mjs reads of a file of tests. Vitest ends its processes by a signal, at which Node writes no
// counters. And it runs its own copy of each module, whose offsets the counters have: the copy is kept too.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

const folder = process.env.NODE_V8_COVERAGE;

afterAll(() => {
  takeCoverage();
  const ids = [];
  const names = {};
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
    if (/^file:.*\.js$/.test(url) && !url.includes('/node_modules/')) ids.push(scriptId);
  });
  session.post('Debugger.enable');
  for (const scriptId of ids) {
    session.post('Debugger.getScriptSource', { scriptId }, (error, result) => {
      if (error) throw new Error(error.message);
      names[scriptId] = `${createHash('sha256').update(result.scriptSource).digest('hex')}.js`;
      writeFileSync(join(folder, names[scriptId]), result.scriptSource);
    });
  }
  session.disconnect();
  writeFileSync(join(folder, `scripts-${process.pid}.json`), JSON.stringify(names));
});
