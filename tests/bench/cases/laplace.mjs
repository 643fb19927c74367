// Exact discrete Laplace draws with the platform's entropy, on the grid that the client uses
// (epsilon = 1, 1/1024).
import { inTurn } from '../measure.mjs';
import { nativeBench, wasmBench } from '../programs.mjs';

const kDraws = 2_000_000;

export async function measure() {
  const args = ['laplace', '1', String(kDraws)];
  const { wasm, native } = await inTurn(
    {
      wasm: async () => (await wasmBench(args)).rate,
      native: async () => (await nativeBench(args)).rate,
    },
    7,
  );
  return [
    {
      name: 'Exact discrete Laplace in wasm',
      value: wasm.median,
      unit: 'draws/s',
      target: { atLeast: 5_000_000 },
      comparisons: [
        { label: 'the same, native', value: native.median },
        // The two figures are those of the project's own survey of peers, not of this run.
        {
          label: "Google's differential-privacy C++ library, Laplace, native",
          value: 260_000,
          note: 'measured earlier on such a machine, not in this run',
        },
        {
          label: 'diffprivlib, Laplace, Python',
          value: 83_000,
          note: 'measured earlier on such a machine, not in this run',
        },
      ],
    },
  ];
}
