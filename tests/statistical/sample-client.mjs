// Runs decisions through the public API and keeps what a collector would have received: the bodies of
// the requests, nothing else. The fetch is injected, so no byte leaves the process.

const kBatch = 1000;

/** A collector that learns nothing and forgets nothing: the same two public documents for everybody. */
function recordingFetch({ experiment, algorithm, epsilon }, onReport) {
  const manifest = {
    protocol: 1,
    experiment,
    algorithm,
    perReport: { epsilon, delta: 0 },
    protects: 'feedback',
    labels: Array.from({ length: algorithm.arms }, (_, arm) => `arm ${arm}`),
    digest: `sha256-${'A'.repeat(43)}=`,
  };
  const unknown = Array.from({ length: algorithm.arms }, () => null);
  const snapshot = {
    v: 1,
    experiment,
    snapshot: 0,
    reports: 0,
    scale: 1,
    mean: unknown,
    width: unknown,
    forced: null,
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (request.method === 'POST') {
      onReport(await request.text());
      return Response.json({ accepted: 1, duplicate: 0 }, { status: 202 });
    }
    return Response.json(path.endsWith('/snapshot') ? snapshot : manifest);
  };
}

/** The auditor is not the user whose budget is guarded: every reservation is granted. */
const unlimitedLedger = { reserve: async () => true, async *entries() {} };

/**
 * @param {{createBandit: Function}} client a build of the package's client entry
 * @param {{algorithm: object, epsilon: number}} claim
 * @param {(index: number) => number} inputOf the private feedback of decision `index`
 * @param {number} count decisions
 * @returns {Promise<import('./event-families.mjs').Sample>} in the order of the decisions
 */
export async function sampleClient({ createBandit }, { algorithm, epsilon }, inputOf, count) {
  const bodies = new Map();
  const experiment = 'audit';
  const bandit = await createBandit({
    endpoint: 'https://collector.example/api',
    experiment,
    algorithm,
    privacy: { epsilon, epsilonTotal: epsilon * 2 ** 30 },
    ledger: unlimitedLedger,
    maxDelayMs: 0,
    fetch: recordingFetch({ experiment, algorithm, epsilon }, (body) => {
      const { id } = JSON.parse(body);
      bodies.set(id, [...(bodies.get(id) ?? []), body]);
    }),
  });
  const ids = [];
  try {
    for (let start = 0; start < count; start += kBatch) {
      const pending = [];
      for (let i = start; i < Math.min(count, start + kBatch); ++i) {
        pending.push(bandit.choose().reward(inputOf(i)));
      }
      for (const outcome of await Promise.all(pending)) ids.push(outcome.report?.id);
      await bandit.flush();
    }
  } finally {
    await bandit[Symbol.asyncDispose]();
  }
  return toSample(ids, bodies);
}

function toSample(ids, bodies) {
  const sample = {
    values: new Int32Array(ids.length),
    lengths: new Uint32Array(ids.length),
    posts: new Uint32Array(ids.length),
  };
  let claimed = 0;
  ids.forEach((id, index) => {
    const sent = bodies.get(id) ?? [];
    if (sent.length === 0) return;
    claimed += sent.length;
    const { bit, noisy } = JSON.parse(sent[0]);
    sample.values[index] = bit ?? noisy;
    sample.lengths[index] = sent[0].length;
    // A second body under the same id that differs would be a second randomisation of one input.
    sample.posts[index] = sent.length;
  });
  const received = [...bodies.values()].reduce((sum, sent) => sum + sent.length, 0);
  if (received !== claimed) {
    throw new Error(`${received - claimed} reports arrived that belong to no decision`);
  }
  return sample;
}
