// How every page of the harness opens its bandit, from the address line.
import { createBandit } from '/dist/index.js';

const query = new URLSearchParams(location.search);

export const responseWindowMs = Number(query.get('window') ?? 3000);

export function openBandit(experiment = 'visits') {
  const worker = query.get('worker');
  const leaving = query.get('leaving');
  return createBandit({
    endpoint: query.get('endpoint'),
    experiment,
    algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
    privacy: {
      epsilon: Number(query.get('epsilon') ?? 16),
      epsilonTotal: Number(query.get('total') ?? 1e5),
    },
    responseWindowMs,
    maxDelayMs: Number(query.get('delay') ?? 1000),
    ...(worker ? { worker } : {}),
    ...(leaving ? { leaving } : {}),
  });
}
