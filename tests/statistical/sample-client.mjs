// Runs decisions through the public API and keeps what a collector would have received: the bodies of
// the requests, nothing else. The fetch is injected, so no byte leaves the process.

import { createCollector, memoryStore } from 'ldp-bandits/server';
import { emptySample, readReport, rewardFor } from './read-report.mjs';

const kBatch = 1000;
const kExperiment = 'audit';
const kEndpoint = 'https://collector.example';

/** Manifest and snapshot come from a real collector; reports are kept here, and never reach the collector. */
async function recordingFetch({ algorithm, epsilon }, onReport) {
  const collector = await createCollector({
    experiments: { [kExperiment]: { algorithm, perReport: { epsilon } } },
    store: memoryStore(),
  });
  return async (request) => {
    if (request.method !== 'POST') return collector.fetch(request);
    onReport(await request.text());
    return Response.json({ accepted: 1, duplicate: 0 }, { status: 202 });
  };
}

/**
 * Grants every reservation: the audit needs no budget. It keeps the identifiers in the order of the decisions,
 * so that it knows of reports that never leave.
 */
const recordingLedger = (ids) => ({
  reserve: async ({ reportId }) => ids.push(reportId) > 0,
  async *entries() {},
});

/**
 * @param {{createBandit: Function, wasm?: Uint8Array}} client a build of the package's client entry; with
 *   `wasm`, each call runs an instance of its own
 * @param {{algorithm: object, epsilon: number, delta?: number, pinned?: number}} claim
 * @param {(index: number) => number | undefined} inputOf the private feedback of decision `index`, undefined: no answer;
 *   for a claim about vectors an Input of vector-claims.mjs, about slates a pattern of slate-claims.mjs
 * @param {number} count decisions
 * @param {import('./vector-claims.mjs').Project} [project] for a claim about vectors
 * @returns {Promise<import('./event-families.mjs').Sample>} in the order of the decisions
 */
export async function sampleClient(client, claim, inputOf, count, project) {
  const { algorithm, epsilon, delta, pinned = epsilon } = claim;
  const bodies = new Map();
  const ids = [];
  const fetch = await recordingFetch(claim, (body) => {
    const { id } = JSON.parse(body);
    bodies.set(id, [...(bodies.get(id) ?? []), body]);
  });
  const bandit = await client.createBandit({
    endpoint: kEndpoint,
    experiment: kExperiment,
    algorithm,
    privacy: { epsilon: pinned, ...(delta && { delta }), epsilonTotal: 1e6 },
    ledger: recordingLedger(ids),
    maxDelayMs: 0,
    timeoutMs: 60_000, // an option that is shown early is not always reported
    ...(client.wasm && { wasm: client.wasm }),
    fetch,
  });
  try {
    for (let start = 0; start < count; start += kBatch) {
      const pending = [];
      for (let i = start; i < Math.min(count, start + kBatch); ++i) {
        const input = inputOf(i);
        const decision = project ? bandit.choose(input.rows ?? [input.x]) : bandit.choose();
        const feedback = project ? rewardFor(input, decision.action) : input;
        if (feedback !== undefined) pending.push(decision.reward(feedback));
      }
      await Promise.all(pending);
      await bandit.flush();
    }
  } finally {
    await bandit[Symbol.asyncDispose]();
  }
  if (ids.length !== count) throw new Error(`${count} decisions, ${ids.length} reservations`);
  return toSample(claim, ids, bodies, project);
}

function toSample(claim, ids, bodies, project) {
  const sample = emptySample(claim, ids.length, project);
  let claimed = 0;
  ids.forEach((id, index) => {
    const sent = bodies.get(id) ?? [];
    // A second body under the same id that differs would be a second randomisation of one input.
    sample.posts[index] = sent.length;
    if (sent.length === 0) return;
    claimed += sent.length;
    readReport(sample, index, claim, sent[0], project);
  });
  const received = [...bodies.values()].reduce((sum, sent) => sum + sent.length, 0);
  if (received !== claimed) {
    throw new Error(`${received - claimed} reports arrived that belong to no decision`);
  }
  return sample;
}
