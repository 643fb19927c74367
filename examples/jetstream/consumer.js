// Gives the reports of the log to a collector, and acknowledges each once the collector's answer is durable.
//
// A message is delivered again if its acknowledgement is lost, and a page sends a report again if its answer is, so the
// log may hold a report twice or deliver it twice. The collector's store counts each report once, by the id that the
// page gave it, in the transaction that adds it: every report that the log has acknowledged is therefore counted exactly
// once, provided that its epoch still takes reports and that it has waited for less than `max_age` of the stream.
import { setTimeout as sleep } from 'node:timers/promises';
import { openReader } from './log.js';

/** With the base path. */
const COLLECTOR = process.env.COLLECTOR ?? 'http://127.0.0.1:8787/collector';
/** Refused for the moment; every other 4xx refuses the report for good. */
const BUSY = [408, 429];
const AGAIN_MS = 1000;

const reader = await openReader();
for (;;) {
  try {
    const given = [];
    // 200 at a time: the collector stores what arrives together in one transaction.
    const messages = await reader.fetch({ max_messages: 200, expires: 1000 });
    for await (const message of messages) given.push(give(message));
    await Promise.all(given);
  } catch {
    await sleep(AGAIN_MS); // the stream has no leader at the moment
  }
}

async function give(message) {
  const name = message.subject.slice('reports.'.length);
  const status = await post(`${COLLECTOR}/${name}/reports`, message.data);
  if (isFinal(status)) message.ack();
  else message.nak(AGAIN_MS);
}

/** The report is counted, was counted before, or will never be. */
function isFinal(status) {
  return status === 202 || (status >= 400 && status < 500 && !BUSY.includes(status));
}

/** @returns The status; 0: no answer, or none of a collector. */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(8000); // before `ack_wait` gives the message to another consumer
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const { status } = response;
    const answer = await response.text();
    // A wrong address or base path has no reports to refuse.
    return status === 404 && !answer.includes('"unknown_experiment"') ? 0 : status;
  } catch {
    return 0;
  }
}
