/** Makes one check away from the page; ending the Worker cancels it. */
import combinatorial from 'ldp-bandits/combinatorial.wasm?url';
import contextual from 'ldp-bandits/contextual.wasm?url';
import convex from 'ldp-bandits/convex.wasm?url';
import client from 'ldp-bandits/ldp-bandits.wasm?url';
import type { CheckAnswer, CheckRequest, WasmName } from './menu.js';
import { open } from './module.js';
import { check } from './run.js';

/** The files that every page of this site loads. */
const FILES: Readonly<Record<WasmName, string>> = {
  'ldp-bandits.wasm': client,
  'contextual.wasm': contextual,
  'combinatorial.wasm': combinatorial,
  'convex.wasm': convex,
};

async function load(wasm: WasmName) {
  const response = await fetch(FILES[wasm]);
  if (!response.ok) throw new Error(`${wasm} did not arrive: ${response.status}`);
  return open(wasm, await response.arrayBuffer());
}

const answer = (message: CheckAnswer) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<CheckRequest>) => {
  try {
    for await (const value of check(data, load)) {
      answer('done' in value ? value : { outcome: value });
    }
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
