// A page that shows an option as soon as it has one, and says how long that took.
const query = new URLSearchParams(location.search);
if (query.has('connect')) {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src ${query.get('connect')}`;
  document.head.append(policy);
}
const { createBandit } = await import('/dist/index.js');
const errors = [];
const begin = performance.now();
const bandit = await createBandit({
  endpoint: query.get('endpoint'),
  experiment: 'visits',
  algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
  privacy: { epsilon: 1, epsilonTotal: 500 },
  responseWindowMs: Number(query.get('window')),
  maxDelayMs: 0,
  timeoutMs: Number(query.get('timeout')),
  ...(query.has('worker') && { worker: '/ldp-sender.js' }),
  onError: ({ code, details }) => errors.push(details?.cause ?? details?.status ?? code),
});
const decision = bandit.choose();
const ms = performance.now() - begin;
document.querySelector('h1').textContent = `Option ${decision.action}`;

window.shown = {
  ms,
  arm: decision.action,
  policy: decision.policy,
  errors,
  spent: async () => (await bandit.budget()).reports,
  /** Answers, and does not wait for what becomes of it. */
  answer: () => void decision.reward(1),
  /** Sends what is fixed, once the collector has answered. */
  async send() {
    for (let tries = 0; tries < 100; tries++) {
      try {
        await bandit.refresh();
        break;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    return (await bandit.flush()).accepted;
  },
};
