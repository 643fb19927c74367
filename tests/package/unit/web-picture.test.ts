/** Pictures of worlds: where nodes and lines stand, and what a run played when. */
import { chen2020 } from 'ldp-bandits/papers';
import type { Curve, SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { type Drawing, drawingOf } from '../../../web/src/playground/papers/picture/drawing.js';
import {
  largest,
  percentText,
  playedIn,
  roundsAt,
  sharesAt,
} from '../../../web/src/playground/papers/picture/shares.js';
import { playedText, worthText } from '../../../web/src/playground/papers/picture/words.js';

const worldOf = (id: string, world?: string) =>
  chen2020.figures.find((figure) => figure.id === id)?.specs('quick', world ? { world } : {})[0]
    ?.spec.environment as SimulationSpec['environment'];
const drawn = (world: SimulationSpec['environment']) => drawingOf(world) as Drawing;

describe('the route world', () => {
  const { kind, nodes, lines } = drawn(worldOf('F2', 'sp'));

  it('is a square of streets, from the start at the top left to the end at the bottom right', () => {
    expect(kind).toBe('route');
    expect(nodes).toHaveLength(16);
    expect([nodes[0]?.name, nodes[5]?.name, nodes[15]?.name]).toEqual(['start', '6', 'end']);
    expect(nodes[15]?.x).toBeGreaterThan(nodes[0]?.x ?? 0);
    expect(nodes[15]?.y).toBeGreaterThan(nodes[0]?.y ?? 0);
    expect(lines).toHaveLength(24);
    for (const { from, to } of lines) {
      const [right, down] = [to.x - from.x, to.y - from.y];
      expect(Math.min(right, down)).toBe(0);
      expect(Math.max(right, down)).toBeGreaterThan(0);
    }
  });

  it('has its best streets on one way from start to end', () => {
    const best = lines.filter(({ mean }) => mean === 0.7);
    expect(best.map(({ name }) => name)).toEqual([
      'from start to 2',
      'from 2 to 6',
      'from 6 to 7',
      'from 7 to 11',
      'from 11 to 12',
      'from 12 to end',
    ]);
  });

  it('is the same where the worst part counts', () => {
    expect(drawn(worldOf('F1')).lines.map(({ name }) => name)).toEqual(
      lines.map(({ name }) => name),
    );
  });
});

describe('the coverage world', () => {
  it('has a column of nodes to choose beside those that they may cover', () => {
    const { kind, nodes, lines } = drawn(worldOf('F2', 'pmc'));
    expect(kind).toBe('coverage');
    expect(nodes.map(({ name }) => name).filter((name) => /^L/.test(name))).toHaveLength(8);
    expect(nodes.map(({ name }) => name).filter((name) => /^R/.test(name))).toHaveLength(10);
    expect(lines).toHaveLength(40);
    expect(lines[0]?.name).toBe('from L1 to R1');
    expect(lines[5]?.name).toBe('from L2 to R6');
    for (const { from, to } of lines) expect(from.x).toBeLessThan(to.x);
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(18);
  });
});

describe('other worlds', () => {
  it.each(['topk', 'mst', 'match', 'kpath'])('%s has no picture', (world) => {
    expect(drawingOf(worldOf('F2', world))).toBeNull();
  });

  it('a path through no grid has none either', () => {
    const edges = [
      [0, 3],
      [0, 1],
    ] as const;
    const set = { type: 'path', nodes: 4, edges, source: 0, target: 3 } as const;
    expect(drawingOf({ type: 'combinatorial', set, means: [0.5, 0.5] })).toBeNull();
    // From the end of a row to the beginning of the next.
    const around = { ...set, edges: [[1, 2]] as const };
    expect(drawingOf({ type: 'combinatorial', set: around, means: [0.5] })).toBeNull();
  });

  it('nor has a world of single arms', () => {
    expect(drawingOf({ type: 'bernoulli', means: [0.1, 0.2] })).toBeNull();
  });
});

describe('what was played', () => {
  const curve: Curve = {
    label: 'LDP2-T',
    t: Float64Array.of(1, 10, 1000),
    mean: Float64Array.of(1, 2, 3),
    low: Float64Array.of(1, 2, 3),
    high: Float64Array.of(1, 2, 3),
    replicates: 4,
    plays: Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.996),
  };

  it('is a row of shares for each record time', () => {
    expect(sharesAt(curve, 0)).toEqual([0.1, 0.2]);
    expect(sharesAt(curve, 2)).toEqual([0.5, 0.996]);
    const { plays: _, ...silent } = curve;
    expect(sharesAt(silent, 0)).toEqual([]);
    expect(playedIn([silent, curve])).toEqual([curve]);
  });

  it('is said with the rounds that it is about', () => {
    expect([0, 1, 2].map((at) => roundsAt(curve, at))).toEqual([
      'round 1',
      'rounds 2 to 10',
      'rounds 11 to 1,000',
    ]);
    expect([0, 0.5, 0.996, 1].map(percentText)).toEqual(['0 %', '50 %', '99.6 %', '100 %']);
  });

  it('is said of streets, and of nodes with all their lines', () => {
    const routes = drawn(worldOf('F2', 'sp'));
    const shares = routes.lines.map((_, arm) => (arm === 2 ? 0.75 : arm / 100));
    expect(playedText('LDP2-T', 'round 1', shares, routes)).toBe(
      'LDP2-T, round 1. Most often played: from 2 to 3, 75 %; from 15 to end, 23 %; from 14 to 15, 22 %; from 13 to 14, 21 %; from 12 to end, 20 %; from 11 to 15, 19 %.',
    );
    const covering = drawn(worldOf('F2', 'pmc'));
    const chosen = covering.lines.map(
      (_, arm) => [0, 0.5, 0.25, 0, 0.125, 0, 0, 0][(arm / 5) | 0] ?? 0,
    );
    expect(playedText('LDP2-B', 'round 1', chosen, covering)).toBe(
      'LDP2-B, round 1. Most often played: L2, 50 %; L3, 25 %; L5, 13 %; L1, 0 %; L4, 0 %; L6, 0 %.',
    );
    expect(worthText(covering)).toBe('Worth most, 0.6 a line: L1; L2.');
    expect(worthText(routes)).toMatch(/^Worth most, 0\.7 each: from start to 2; /);
  });

  it('is summed up by the arms that were played most, in their order where they are level', () => {
    expect(largest([0.2, 0.9, 0.2, 0.95], 3)).toEqual([3, 1, 0]);
  });
});
