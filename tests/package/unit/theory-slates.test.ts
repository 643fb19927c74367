// Theory curves of learners of slates through the public entry; their numbers are tested in
// tests/native/simulation/theory.
import { slateTheoryCurve } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { badArgument } from './refusals.js';

/** The world of five disjoint paths of four arms: means 0.5 and 0.3. */
const paths = { arms: 20, largest: 4, gap: 0.8, epsilon: 1 } as const;
const rounds = [1, 1e3, 1e6];
/** 64 (e - 1)^2. */
const local = 64 * Math.expm1(1) ** 2;

async function expectSlope(
  options: Omit<Parameters<typeof slateTheoryCurve>[0], 'rounds'>,
  slope: number,
) {
  const values = await slateTheoryCurve({ ...options, rounds });
  expect(values).toBeInstanceOf(Float64Array);
  expect(values[0]).toBe(0);
  for (const i of [1, 2]) {
    expect((values[i] as number) / (slope * Math.log(rounds[i] as number))).toBeCloseTo(1, 9);
  }
}

describe('slateTheoryCurve', () => {
  it('has the lower bounds of the paper', async () => {
    await expectSlope({ ...paths, curve: 'lower5', smoothness: 4 }, (16 * 19) / (local * 0.8));
    await expectSlope({ ...paths, curve: 'lower6' }, (16 * 4) / (local * 0.8));
    await expectSlope({ ...paths, curve: 'lower9' }, (80 / 0.8 + 80) / 64);
    const central = (16 * 20) / 0.8 + 4 * 20;
    await expectSlope({ ...paths, curve: 'lowerCentralInf', smoothness: 4 }, central / 64);
  });

  it('has what the algorithms guarantee', async () => {
    const smooth = { ...paths, smoothness: 4 };
    await expectSlope({ ...smooth, curve: 'upperLdp2' }, (128 * 16 * 20) / 0.8);
    await expectSlope({ ...smooth, curve: 'upperLdp1' }, (128 * 256 * 20) / 0.8);
    const { epsilon: _, ...raw } = smooth;
    await expectSlope({ ...raw, curve: 'upperCucb' }, (6 * 16 * 20) / 0.8);
  });

  it('puts the sharp bounds between theorem and guarantee, and the joint index below one for each arm', async () => {
    const at = async (curve: Parameters<typeof slateTheoryCurve>[0]['curve'], smoothness = 1) =>
      (await slateTheoryCurve({ ...paths, curve, smoothness, rounds: [1e6] }))[0] as number;
    expect(await at('lower6')).toBeLessThan(await at('lower6RR'));
    expect(await at('lower6RR')).toBeLessThan(await at('upperJoint'));
    expect(await at('upperJoint')).toBeLessThan(await at('upperLdpBit', 4));
    expect(await at('lower5RR', 4)).toBeLessThan(await at('upperLdpBit', 4));
  });

  it.each([
    [{ curve: 'lower7' }, 'curve'],
    [{ arms: 0 }, 'arms'],
    [{ arms: 2.5 }, 'arms'],
    [{ largest: 21 }, 'largest'],
    [{ smoothness: -1 }, 'smoothness'],
    [{ smoothness: Number.NaN }, 'smoothness'],
    [{ gap: 2 }, 'gap'],
    [{ gap: undefined }, 'gap'],
    [{ epsilon: undefined }, 'epsilon'],
    [{ epsilon: 0 }, 'epsilon'],
    [{ curve: 'upperCucb' }, 'epsilon'],
    [{ rounds: [0.5] }, 'rounds'],
    [{ rounds: [] }, 'rounds'],
    [{ round: [1] }, 'options.round'],
  ])('refuses %o', async (wrong, parameter) => {
    const options = { ...paths, curve: 'lower6', rounds, ...wrong };
    const calling = slateTheoryCurve(options as unknown as Parameters<typeof slateTheoryCurve>[0]);
    await expect(calling).rejects.toMatchObject(badArgument(parameter));
  });
});
