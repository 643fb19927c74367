// Finished runs on disk, so that a long run can be stopped and taken up again. Of one module only: another
// build may draw other numbers.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists of numbers as JSON has them; what is no number, such as a round that never came, is null. */
const plain = (_key, value) => (ArrayBuffer.isView(value) ? [...value] : value);

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

export class RunCache {
  #directory;

  /** `moduleFile`: what plays the runs. */
  constructor(root, moduleFile) {
    this.#directory = join(root, sha256(readFileSync(moduleFile)).slice(0, 16));
    mkdirSync(this.#directory, { recursive: true });
  }

  /** {curve, digest} of a run that is at least as long, and has recorded these rounds; or undefined. */
  find(identity, horizon, times) {
    const prefix = `${sha256(identity).slice(0, 32)}-`;
    for (const name of readdirSync(this.#directory)) {
      if (!name.startsWith(prefix) || !name.endsWith('.json')) continue;
      const run = JSON.parse(readFileSync(join(this.#directory, name), 'utf8'));
      const recorded = new Set(run.curve.t);
      if (
        run.identity === identity &&
        run.horizon >= horizon &&
        times.every((t) => recorded.has(t))
      )
        return run;
    }
    return undefined;
  }

  keep({ identity, horizon }, { curves: [curve], digest }) {
    const file = join(this.#directory, `${sha256(identity).slice(0, 32)}-${horizon}.json`);
    // Renamed into place: an interrupted write leaves no half of a run.
    writeFileSync(`${file}.part`, JSON.stringify({ identity, horizon, digest, curve }, plain));
    renameSync(`${file}.part`, file);
  }
}
