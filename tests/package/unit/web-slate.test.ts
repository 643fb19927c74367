/** The page with slates: its cards, its arithmetic, and what it says that a snapshot and a packet stand for. */
import { describe, expect, test } from 'vitest';
import {
  ALL_SLATES,
  BEST_SLATE,
  regretOf,
  TRUTH,
  UNIFORM_REGRET,
} from '../../../web/src/demos/several/demo-knows/truth.js';
import { CARDS, KINDS, SHOWN, SLATES } from '../../../web/src/demos/several/shared/cards.js';
import { SLATE } from '../../../web/src/demos/several/shared/experiment.js';
import {
  cardBeliefs,
  type SlateSnapshot,
  timesShown,
} from '../../../web/src/demos/several/shared/snapshot.js';
import { AT_ONCE, timed } from '../../../web/src/shared/experiment.js';
import { queued } from './client-support.js';
import { openVisit } from './web-support.js';

describe('the six cards', () => {
  test('have four kinds, and every slate is three of them, at most one of a kind', () => {
    expect(CARDS).toHaveLength(6);
    expect(new Set(CARDS.map(({ kind }) => kind)).size).toBe(KINDS.length);
    expect(SLATES.groups).toEqual(CARDS.map(({ kind }) => kind));
    // By hand: of 2, 2, 1, 1 cards in four kinds, 2·2·1 + 2·2·1 + 2·1·1 + 2·1·1 choices of three kinds.
    expect(ALL_SLATES).toHaveLength(12);
    for (const slate of ALL_SLATES) {
      expect(slate).toHaveLength(SHOWN);
      expect(new Set(slate.map((card) => CARDS[card]?.kind)).size).toBe(SHOWN);
    }
  });

  test('are liked so that the best slate is not the three best cards by chance of numbering', () => {
    expect(BEST_SLATE).toEqual([0, 3, 5]);
    const gaps = ALL_SLATES.map(regretOf).sort((a, b) => a - b);
    expect(gaps[0]).toBe(0);
    // Tide school in place of the ridge: 0.52 − 0.4.
    expect(gaps[1]).toBeCloseTo(0.12, 12);
    expect(UNIFORM_REGRET).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / 12, 12);
    expect(TRUTH.every((chance) => chance > 0 && chance < 1)).toBe(true);
  });
});

describe('a snapshot of the real collector', () => {
  test('is read as cards with intervals, and slates that name one of their own cards', async () => {
    const { bandit, read } = await open(1);
    expect((await read()).width).toEqual(CARDS.map(() => null));
    const named = new Map<number, number>();
    for (let i = 0; i < 40; i++) {
      const decision = bandit.choose();
      const slate = Array.from(decision.action);
      expect(ALL_SLATES).toContainEqual(slate);
      expect(slate).toContain(decision.reported);
      await decision.reward(slate.map((card) => card % 2));
      named.set(decision.reported, (named.get(decision.reported) ?? 0) + 1);
    }
    await bandit.flush();
    const snapshot = await read();
    const beliefs = cardBeliefs(snapshot);
    expect(snapshot.reports).toBe(40);
    for (const { card, mean, halfWidth } of beliefs) {
      const reports = named.get(card) ?? 0;
      if (reports === 0) {
        expect([mean, halfWidth]).toEqual([null, null]);
        continue;
      }
      // One bit is worth tanh(ε/2)² answers in the clear.
      const weight = reports * Math.tanh(0.5) ** 2;
      expect(halfWidth).toBeCloseTo(Math.sqrt(Math.log(40) / (2 * weight)), 9);
    }
    for (const { arms, reported } of snapshot.slates) expect(arms).toContain(reported);
    const shown = CARDS.map((_, card) => timesShown(snapshot, card));
    expect(shown.reduce((sum, times) => sum + times, 0)).toBe(SHOWN * snapshot.slates.length);
  });

  test('names the card of a packet before there is an answer, and the packet has only that', async () => {
    const { bandit } = await open(1);
    for (const answer of [0, 1]) {
      const decision = bandit.choose();
      const outcome = queued(await decision.reward(Array.from(decision.action, () => answer)));
      const body = JSON.parse(new TextDecoder().decode(outcome.report.body));
      expect(Object.keys(body)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
      expect(body.arm).toBe(decision.reported);
    }
  });
});

function open(epsilon: 1) {
  const experiments = timed(SLATE.table(), AT_ONCE);
  return openVisit<SlateSnapshot, typeof SLATE.algorithm.type>(
    experiments,
    SLATE.id(epsilon),
    SLATE.algorithm,
    epsilon,
  );
}
