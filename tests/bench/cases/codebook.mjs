// Codebook reports beside those of l2ball, in wasm as devices and collectors have them: the time of a
// report on the device, and codewords that a server adds in a second.
import { mediansInTurn } from '../measure.mjs';
import { codebookBench } from '../programs.mjs';

/** Targets of docs/spec/codebook.md: a millisecond on the device, a million codewords a second at d = 20. */
const kDevice = [
  { epsilon: 1, d: 20, reports: 2000 },
  { epsilon: 1, d: 100, reports: 1000, atMost: 1000 },
  { epsilon: 10, d: 100, reports: 200, atMost: 1000 },
];
const kServer = [
  { epsilon: 1, d: 20, reports: 1_024_000, atLeast: 1_000_000 },
  { epsilon: 1, d: 100, reports: 256_000 },
];

export async function measure() {
  const lines = [];
  for (const size of kDevice) lines.push(...(await device(size)));
  for (const size of kServer) lines.push(...(await server(size)));
  return lines;
}

const sides = (side, { epsilon, d, reports }) => {
  const play = (preset, kind) => () =>
    codebookBench(preset, [side, kind, String(epsilon), String(d), String(reports)]);
  return {
    codebook: play('wasm', 'codebook'),
    ball: play('wasm', 'ball'),
    native: play('native', 'codebook'),
    nativeBall: play('native', 'ball'),
  };
};

async function device(size) {
  const rates = await mediansInTurn(sides('device', size));
  const name = `A codebook report on the device, d = ${size.d}, epsilon = ${size.epsilon}, wasm`;
  const time = (label, rate) => ({ label, value: 1e6 / rate, unit: 'µs' });
  return [
    {
      name,
      value: 1e6 / rates.codebook,
      unit: 'µs',
      ...(size.atMost && { target: { atMost: size.atMost } }),
      comparisons: [time('native', rates.native), time('l2ball, native', rates.nativeBall)],
    },
    {
      name: `${name}: time over that of l2ball`,
      value: rates.ball / rates.codebook,
      unit: 'ratio',
      comparisons: [time('l2ball, wasm', rates.ball)],
    },
  ];
}

async function server(size) {
  const rates = await mediansInTurn(sides('server', size));
  const name = `Codewords that a server adds, d = ${size.d}, wasm`;
  const rate = (label, value) => ({ label, value, unit: 'reports/s' });
  return [
    {
      name,
      value: rates.codebook,
      unit: 'reports/s',
      ...(size.atLeast && { target: { atLeast: size.atLeast } }),
      comparisons: [rate('native', rates.native)],
    },
    {
      name: `${name}: time over that of decoded l2ball vectors`,
      value: rates.ball / rates.codebook,
      unit: 'ratio',
      comparisons: [
        rate('vectors of l2ball, wasm', rates.ball),
        rate('vectors of l2ball, native', rates.nativeBall),
      ],
    },
  ];
}
