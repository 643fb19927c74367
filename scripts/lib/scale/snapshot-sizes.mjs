// How many bytes a snapshot has, for each family: real devices report to a real collector until every arm is known.
import { gzipSync } from 'node:zlib';
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { createCollector, memoryStore } from 'ldp-bandits/server';

const REPORTS = 120;
const NONE = { responseWindowMs: 1, maxDelayMs: 0, snapshotAgeMs: 60_000, slackMs: 0 };
const GROUPS = { type: 'partition', groups: [0, 0, 1, 1, 2, 2], most: [1, 1, 1], choose: 3 };
const FEATURES = (dimension) =>
  Array.from({ length: 3 }, (_, row) =>
    Array.from({ length: dimension }, (_, i) => (i === row ? 0.9 : 0.1 / dimension)),
  );

const coin = () => (Math.random() < 0.5 ? 1 : 0);

/** One of each family, as the README and the demo site have them; arms at three sizes. */
export const FAMILIES = {
  'weighted-ldp-ucb, 3 arms': { algorithm: { type: 'weighted-ldp-ucb', arms: 3 } },
  'weighted-ldp-ucb, 20 arms': { algorithm: { type: 'weighted-ldp-ucb', arms: 20 } },
  'weighted-ldp-ucb, 100 arms': { algorithm: { type: 'weighted-ldp-ucb', arms: 100 } },
  'weighted-ldp-ucb, 20 arms, distribution': {
    algorithm: { type: 'weighted-ldp-ucb', arms: 20 },
    serve: 'distribution',
  },
  'ldp-kl-lucb, 3 arms': { algorithm: { type: 'ldp-kl-lucb', arms: 3, errorProbability: 0.05 } },
  'ldp-linear-moments, dimension 3': context('ldp-linear-moments', 3),
  'ldp-linear-moments, dimension 10': context('ldp-linear-moments', 10),
  'ldp-linucb, dimension 10': context('ldp-linucb', 10),
  'combinatorial-thompson, 3 of 6': {
    algorithm: { type: 'combinatorial-thompson', set: GROUPS },
    reward: (decision) => Array.from(decision.action, coin),
  },
  'ldp-two-point, 2 numbers': {
    algorithm: {
      type: 'ldp-two-point',
      set: { type: 'box', low: [48, 2], high: [108, 30] },
      feedback: 'comparison',
    },
  },
};

function context(type, dimension) {
  const features = FEATURES(dimension);
  return { algorithm: { type, dimension }, choose: (bandit) => bandit.choose(features) };
}

/** @returns `{bytes, gzip}` of the newest snapshot, by family; `report`: bytes of the body of one report. */
export async function snapshotSizes() {
  const sizes = {};
  for (const [name, family] of Object.entries(FAMILIES)) sizes[name] = await sizeOf(family);
  return sizes;
}

async function sizeOf({ algorithm, serve, choose = (bandit) => bandit.choose(), reward = coin }) {
  const collector = await createCollector({
    experiments: {
      sized: { algorithm, perReport: { epsilon: 1 }, timing: NONE, ...(serve ? { serve } : {}) },
    },
    store: memoryStore(),
    publishEvery: { reports: 10 },
  });
  let report = 0;
  const bandit = await createBandit({
    endpoint: 'https://collector.example',
    experiment: 'sized',
    algorithm,
    privacy: { epsilon: 1, epsilonTotal: 2 * REPORTS },
    ledger: memoryLedger(),
    responseWindowMs: 1,
    maxDelayMs: 0,
    timeoutMs: 60_000, // an option that is shown early is not always reported
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST') report = (await request.clone().arrayBuffer()).byteLength;
      return collector.fetch(request);
    },
  });
  for (let i = 0; i < REPORTS; i++) {
    const decision = choose(bandit);
    await decision.reward(reward(decision));
    await bandit.flush();
    await bandit.refresh?.();
  }
  const response = await collector.fetch(new Request('https://collector.example/sized/snapshot'));
  const body = new Uint8Array(await response.arrayBuffer());
  const { reports } = JSON.parse(new TextDecoder().decode(body));
  await bandit.dispose?.();
  await collector.dispose();
  return { bytes: body.length, gzip: gzipSync(body).length, report, reports };
}
