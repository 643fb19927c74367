// A page that shares its browser with what the library does not choose: old libraries, old browsers, policies.
import { join } from 'node:path';
import { type Harbour, openHarbour } from '../page-life/collector.js';
import type { Told } from '../page-life/lab.js';
import { kDist } from '../page-life/paths.js';
import { type Page, type Profile, waitFor } from '../support/browsers.js';
import { type StaticServer, serve } from '../support/static-server.js';

const kPages = join(import.meta.dirname, 'pages');
const kPolicy = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' http://127.0.0.1:*";

export type LabError = Pick<Told, 'name' | 'message'> & {
  readonly code: string | null;
  readonly cause: string | null;
};

/** `window.foreign` of pages/lab.js. */
interface ForeignLab {
  readonly errors: readonly LabError[];
  open(more?: object): Promise<LabError | null>;
  show(): Promise<LabError | null>;
  decide(): Promise<string>;
  flush(): Promise<unknown>;
  dispose(): Promise<void>;
  spent(): Promise<{
    readonly epsilon: number;
    readonly reports: number;
    readonly limit: { readonly epsilon: number };
    readonly pinned: { readonly epsilon: number } | null;
  }>;
}

export interface ForeignSite {
  readonly origin: string;
  readonly server: StaticServer;
  readonly harbour: Harbour;
  /** Opens the lab with these words in its address. */
  visit(profile: Profile, query?: Readonly<Record<string, string>>): Promise<Page>;
  close(): Promise<void>;
}

export async function openForeignSite(policy = kPolicy, epsilon = 1): Promise<ForeignSite> {
  const server = await serve({ '/dist/': kDist, '/': kPages }, policy);
  const { origin } = server;
  const harbour = await openHarbour({ origins: [origin], dist: kDist, epsilon });
  return {
    origin,
    server,
    harbour,
    async visit(profile, query = {}) {
      const page = await profile.newPage();
      const words = new URLSearchParams({ endpoint: harbour.endpoint, ...query });
      await page.goto(`${origin}/lab.html?${words}`);
      await waitFor(page, () => 'foreign' in window, null, 'the page');
      return page;
    },
    close: async () => {
      await harbour.close();
      await server.close();
    },
  };
}

declare global {
  interface Window {
    foreign: ForeignLab;
  }
}
