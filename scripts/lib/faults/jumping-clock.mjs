// Loaded by `node --import` into a collector: its clock is the machine's plus the milliseconds that stand in the file
// JUMPING_CLOCK. Timers are not affected, as on a machine whose clock is set.
import { readFileSync } from 'node:fs';

const file = process.env.JUMPING_CLOCK;
const now = Date.now;
let ahead = 0;

function look() {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // Not written yet.
  }
}

if (file) {
  look();
  setInterval(look, 50).unref();
  Date.now = () => now() + ahead;
}
