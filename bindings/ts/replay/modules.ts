// The modules that pages load. A file of the client's build, so that the package carries each of them once.
type Packed = () => Promise<{ readonly packedWasm: string }>;

export const packed = {
  'multi-armed': () => import('../generated/client-wasm.js'),
  combinatorial: () => import('../generated/combinatorial-wasm.js'),
  contextual: () => import('../generated/contextual-wasm.js'),
} as const satisfies Record<string, Packed>;
