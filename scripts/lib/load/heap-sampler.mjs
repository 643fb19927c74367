// Loaded by `node --import` into a collector: writes its used heap, in bytes, into the folder HEAP_SAMPLES twice a
// second, in a file named by the process.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.HEAP_SAMPLES;
if (folder) {
  const file = join(folder, String(process.pid));
  setInterval(() => writeFileSync(file, String(process.memoryUsage().heapUsed)), 500).unref();
}
