// One trial of an own policy.
import { OwnPlace } from './own-fail.js';
import type { SeededRandom } from './own-random.js';
import type { OwnLearner, OwnLearnerSetting, OwnPolicy } from './own-types.js';
import type { OwnPolicySpec } from './spec-types.js';

export class OwnTrialOfLearner {
  readonly #place: OwnPlace;
  readonly #arms: number;
  readonly #random: SeededRandom;
  readonly #learner: OwnLearner;

  constructor(
    definition: OwnPolicy,
    spec: OwnPolicySpec,
    setting: Omit<OwnLearnerSetting, 'parameters' | 'random'>,
    random: SeededRandom,
  ) {
    this.#place = new OwnPlace({ kind: 'policy', name: spec.name }, setting.trial);
    this.#arms = setting.arms;
    this.#random = random;
    const { parameters = {} } = spec;
    const learner = this.#place.run(0, 'create', () =>
      definition.create({ ...setting, parameters, random }),
    );
    const { choose, learn } = Object(learner) as Partial<OwnLearner>;
    for (const [name, part] of Object.entries({ choose, learn })) {
      if (typeof part === 'function') continue;
      throw this.#place.wrong(0, `create gave a ${name} that is`, part, 'must be a function');
    }
    this.#learner = learner;
  }

  choose(round: number): number {
    let arm: number;
    try {
      arm = this.#learner.choose(round);
    } catch (error) {
      throw this.#place.threw(round, 'choose', error);
    }
    if (Number.isInteger(arm) && arm >= 0 && arm < this.#arms) return arm;
    throw this.#place.wrong(
      round,
      'choose gave',
      arm,
      `must be a whole number from 0 to ${this.#arms - 1}`,
    );
  }

  learn(round: number, arm: number, report: number, level: number): void {
    let given: unknown;
    try {
      given = this.#learner.learn(arm, report, level);
    } catch (error) {
      throw this.#place.threw(round, 'learn', error);
    }
    if (!(given instanceof Promise)) return;
    given.catch(() => {}); // the error below says what is wrong
    throw this.#place.wrong(round, 'learn gave', given, 'must be done when it returns: not async');
  }

  free(): void {
    this.#random.free();
  }
}
