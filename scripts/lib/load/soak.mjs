// Millions of reports through one server, while epochs close and their ids are forgotten. Memory that grows with the
// number of reports would show.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { call } from '../faults/sender.mjs';
import { NAME } from '../faults/wire.mjs';
import { load } from './measure.mjs';
import { startCollectors } from './servers.mjs';
import { residentBytes, withDescendants } from './usage.mjs';

const MILLION = 1e6;
/** Growth from the first tenth to the last that counts as none: a garbage collector's heap breathes. */
const ALLOWED = 1.15;

/** Prints a line a million. @returns Medians of both tenths in MB, and `problems`. */
export async function soak(server, { serve, reports }) {
  const sampler = pathToFileURL(join(import.meta.dirname, 'heap-sampler.mjs'));
  const heaps = mkdtempSync(join(tmpdir(), 'ldp-heap-'));
  const env = { NODE_OPTIONS: `--import ${sampler}`, HEAP_SAMPLES: heaps };
  // Epochs of a second that close after three: thousands of them close within a run.
  const timing = { slackMs: 1000, everyMs: 1000 };
  const collectors = await startCollectors(server, { serve, timing, env });
  const samples = [];
  let accepted = 0;
  const sample = () => {
    const [resident, heap] = [residentBytes(all()), heapBytes(heaps, all())];
    samples.push({ accepted, resident: resident / MILLION, heap: heap / MILLION });
  };
  const all = () => withDescendants(collectors.groups.server());
  let told = 0;
  const began = Date.now();
  const timer = setInterval(sample, 500);
  try {
    const job = { ...collectors.job, connections: 256, seconds: Number.MAX_SAFE_INTEGER };
    const result = await load(
      { ...job, seconds: 86_400, warmUp: 0, count: reports },
      {},
      (count) => {
        accepted = count;
        if (Math.floor(count / MILLION) === told) return;
        told = Math.floor(count / MILLION);
        sample();
        const { resident, heap } = samples.at(-1);
        const rate = (count / (Date.now() - began)) * 1000;
        const memory = `resident ${resident.toFixed(0)} MB, heap ${heap.toFixed(0)} MB`;
        console.log(`${told} million, ${rate.toFixed(0)}/s, ${memory}`);
      },
    );
    accepted = result.statuses[202] ?? 0;
    const counted = await countOf(collectors.url, accepted);
    return describe({ samples, result, reports, counted });
  } finally {
    clearInterval(timer);
    await collectors.stop();
    rmSync(heaps, { recursive: true, force: true });
  }
}

function describe({ samples, result, reports, counted }) {
  const accepted = result.statuses[202] ?? 0;
  const of = (from, to) =>
    samples.filter((one) => one.accepted > from * accepted && one.accepted <= to * accepted);
  // The very first seconds are those in which the program itself is loaded.
  const [first, last] = [of(0.02, 0.12), of(0.9, 1)].map((part) => ({
    resident: median(part.map(({ resident }) => resident)),
    heap: median(part.map(({ heap }) => heap)),
  }));
  const problems = [];
  if (!(last.resident <= ALLOWED * first.resident)) problems.push('the resident memory has grown');
  if (counted !== accepted) problems.push(`${accepted} were accepted and ${counted} are counted`);
  const number = (value) => value.toFixed(0);
  console.log(
    `first tenth: resident ${number(first.resident)} MB, heap ${number(first.heap)} MB; ` +
      `last: ${number(last.resident)}, ${number(last.heap)}; accepted ${accepted} of ${reports}, counted ${counted}`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  const { statuses, perSecond, p99, longest } = result;
  return { reports, accepted, counted, statuses, perSecond, p99, longest, first, last, problems };
}

/** How many reports the newest snapshot has, once it has as many as expected; at most 20 s later. */
async function countOf(url, expected) {
  let count = 0;
  for (const end = Date.now() + 20_000; Date.now() < end && count < expected; await sleep(200)) {
    const { status, text } = await call(`${url}/${NAME}/snapshot`);
    if (status === 200) count = JSON.parse(text).reports;
  }
  return count;
}

/** As the sampler of each process wrote it last. */
function heapBytes(folder, pids) {
  return pids.reduce((sum, pid) => {
    try {
      return sum + Number(readFileSync(join(folder, String(pid)), 'utf8'));
    } catch {
      return sum;
    }
  }, 0);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
