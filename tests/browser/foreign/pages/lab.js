// A page that does what a test asks for, through the core or through a component.
const query = new URLSearchParams(location.search);
const errors = [];
const plain = ({ name, code, message, details }) => ({
  name,
  code: code ?? null,
  message,
  cause: details?.cause ?? null,
});
addEventListener('unhandledrejection', ({ reason }) => errors.push(plain(reason)));

const setup = {
  endpoint: query.get('endpoint'),
  privacy: {
    epsilon: Number(query.get('epsilon') ?? 1),
    epsilonTotal: Number(query.get('total') ?? 50),
  },
  responseWindowMs: Number(query.get('window') ?? 300),
  maxDelayMs: 0,
  // Of an option that is shown before the collector answers there may be no report.
  timeoutMs: 30_000,
  onError: (error) => errors.push(plain(error)),
};
const algorithm = { type: 'weighted-ldp-ucb', arms: 3 };
let bandit;

window.foreign = {
  errors,
  /** Resolves with null, or with the error. */
  async open(more = {}) {
    try {
      const { createBandit } = await import('/dist/index.js');
      bandit = await createBandit({ ...setup, experiment: 'visits', algorithm, ...more });
      return null;
    } catch (error) {
      return plain(error);
    }
  },
  /** Decides and answers; resolves with what became of it. */
  async decide() {
    const outcome = await bandit.choose().reward(1);
    return outcome.status === 'queued' ? 'queued' : outcome.reason;
  },
  async spent() {
    const { spent, reports, limit, pinned } = await bandit.budget();
    return { epsilon: spent.epsilon, reports, limit, pinned: pinned ?? null };
  },
  flush: () => bandit.flush().catch(plain),
  dispose: () => bandit.dispose(),
  /** A component whose option is on the screen: it is seen, and then answered. Resolves with the errors. */
  async show() {
    try {
      const { shareBandits } = await import('/dist/components/index.js');
      const bandits = shareBandits({ ...setup, responseWindowMs: 3_000 });
      const placement = bandits.placement('visits', algorithm, {});
      placement.subscribe(() => {});
      placement.observe(document.querySelector('#place'));
      for (let tries = 0; tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (placement.getSnapshot().status !== 'loading') break;
      }
      await placement.reward(1);
      return null;
    } catch (error) {
      return plain(error);
    }
  },
};
