// What processes use, as Linux counts it: CPU time and resident memory.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own tick is. */
const TICKS_A_SECOND = 100;

/** These processes and all that they started. */
export function withDescendants(pids) {
  return pids.flatMap((pid) => [pid, ...withDescendants(childrenOf(pid))]);
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      numbers(readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')),
    );
  } catch {
    return [];
  }
}

/** CPU seconds of these processes, user and system. Those that have ended count nothing. */
export function cpuSeconds(pids) {
  return sum(pids, (pid) => {
    // The second field is the name, in parentheses, and may hold anything.
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  });
}

/** Resident bytes. */
export function residentBytes(pids) {
  return sum(pids, (pid) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]));
}

function sum(pids, measure) {
  return pids.reduce((total, pid) => {
    try {
      return total + (measure(pid) || 0);
    } catch {
      return total;
    }
  }, 0);
}

const read = (file) => readFileSync(file, 'utf8');
const numbers = (text) => text.trim().split(/\s+/).filter(Boolean).map(Number);
