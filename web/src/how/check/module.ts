/**
 * A module of the package, hashed, with the package's own code around it. The public client would be the way in of a
 * page; it makes a request of every report and is ten times slower, so the check calls the core below it, as
 * `npm run audit` does.
 */
import { sha256 } from 'ldp-bandits/integrity.json';
import { startPageModule } from '../../../../bindings/ts/client/page-module.js';
import { instantiate } from '../../../../bindings/ts/internal/instantiate.js';
import { type Claim, type Drawer, drawerOf } from '../../../../tests/statistical/for-the-page.mjs';
import type { WasmName } from './menu.js';

const FAMILIES = {
  'ldp-bandits.wasm': {
    family: 'multi-armed',
    parts: () => import('./families/multi-armed.js'),
  },
  'contextual.wasm': {
    family: 'contextual',
    parts: () => import('./families/contextual.js'),
  },
  'combinatorial.wasm': {
    family: 'combinatorial',
    parts: () => import('./families/combinatorial.js'),
  },
  'convex.wasm': {
    family: 'convex',
    parts: () => import('./families/convex.js'),
  },
} as const;

export interface Loaded {
  /** SHA-256 of the bytes in use, empty where the browser cannot say, and of those in the package; hexadecimal. */
  readonly found: string;
  readonly published: string;
  drawer(claim: Claim): Drawer;
}

/** @throws LdpError where the bytes are no module of the family */
export async function open(wasm: WasmName, bytes: ArrayBuffer): Promise<Loaded> {
  const { family, parts } = FAMILIES[wasm];
  const made = await parts();
  const module = await instantiate(startPageModule, bytes, () => bytes);
  return {
    found: await hashOf(bytes),
    published: sha256[wasm],
    drawer: (claim) => drawerOf(family, made, module, claim),
  };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  // Missing on a page over plain http.
  if (!crypto.subtle) return '';
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
