// A page that does what a test asks for, and remembers what it was told.
import { createBandit } from '/dist/index.js';

const errors = [];
let bandit;

/** What can cross to the driver. */
const plain = ({ name, code, message, details }) => ({ name, code, message, details });

window.lab = {
  errors,
  /** Resolves with null, or with the error. */
  async open({ endpoint, ...more }) {
    try {
      bandit = await createBandit({
        endpoint: new URL(endpoint, location.href),
        experiment: 'visits',
        algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
        responseWindowMs: 5_000,
        maxDelayMs: 0,
        onError: (error) => errors.push(plain(error)),
        ...more,
      });
      return null;
    } catch (error) {
      return plain(error);
    }
  },
  /** Decides and answers, `count` times; resolves with what became of each. */
  decide(count) {
    return Promise.all(
      Array.from({ length: count }, async () => {
        try {
          const outcome = await bandit.choose().reward(1);
          return outcome.status === 'queued' ? 'queued' : outcome.reason;
        } catch (error) {
          return error.code ?? String(error);
        }
      }),
    );
  },
  /** Decides and does not wait. */
  hurry(count) {
    for (let i = 0; i < count; i++) bandit.choose();
  },
  flush: () => Promise.resolve(bandit?.flush().catch(plain)),
  refresh: () => bandit?.refresh().then(() => null, plain) ?? null,
  async spent() {
    const { spent, reports, durable } = await bandit.budget();
    return { epsilon: spent.epsilon, reports, durable };
  },
};
