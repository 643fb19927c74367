/**
 * Manifests and snapshots from memory: each page asks for both, in one answer or in two. What `collector.fetch` answers is the same for all
 * visitors, so it is kept until the digest changes; only which origin may read it is of the request.
 */
import type { DirectDocuments } from '../server/serve-at.js';
import { crossOrigin } from './cross-origin.js';
import type { NodeRequest, NodeResponse } from './node-handler.js';

interface Kept {
  readonly digest: string;
  readonly etag: string;
  readonly body: Uint8Array;
  readonly full: Readonly<Record<string, string>>;
  /** Of 304. */
  readonly unchanged: Readonly<Record<string, string>>;
}

export class Documents {
  readonly #source: DirectDocuments;
  /** By route: as many as the collector has experiments, three times. */
  readonly #kept = new Map<string, Kept>();

  constructor(source: DirectDocuments) {
    this.#source = source;
  }

  /** @returns Whether it has taken the request; `otherwise` is called if it cannot answer after all. */
  give(
    pathname: string,
    search: string,
    request: NodeRequest,
    response: NodeResponse,
    otherwise: () => void,
  ): boolean {
    if (request.method !== 'GET' || !request.headers) return false;
    const route = this.#source.find(pathname, search);
    if (route === null) return false;
    const { origin, 'if-none-match': known } = request.headers as Record<string, string>;
    this.#document(route).then((kept) => {
      // A time-out of the host may have answered before.
      if (response.headersSent) return;
      if (kept === null) return otherwise();
      const shared = crossOrigin(this.#source.origins, origin);
      if (known !== undefined && names(known, kept.etag)) {
        response.writeHead?.(304, { ...kept.unchanged, ...shared });
        response.end();
      } else {
        const length = { 'content-length': `${kept.body.length}` };
        response.writeHead?.(200, { ...kept.full, ...shared, ...length });
        response.end(kept.body);
      }
    }, otherwise);
    return true;
  }

  async #document(route: string): Promise<Kept | null> {
    const digest = await this.#source.digest(route);
    if (digest === null) {
      this.#kept.delete(route);
      return null;
    }
    const known = this.#kept.get(route);
    if (known?.digest === digest) return known;
    const full = await this.#source.fetch(route, {});
    const etag = full.headers.get('etag');
    if (full.status !== 200 || etag === null) return null;
    const unchanged = await this.#source.fetch(route, { 'if-none-match': etag });
    const kept = {
      digest,
      etag,
      body: new Uint8Array(await full.arrayBuffer()),
      full: own(full.headers),
      unchanged: own(unchanged.headers),
    };
    // Published meanwhile: the next request keeps it.
    if (unchanged.status !== 304) return { ...kept, unchanged: kept.full };
    this.#kept.set(route, kept);
    return kept;
  }
}

function own(headers: Headers): Record<string, string> {
  const { 'content-length': _, ...rest } = Object.fromEntries(headers);
  return rest;
}

/** RFC 9110, 13.1.2: any of a list, weak or not. */
function names(ifNoneMatch: string, etag: string): boolean {
  const given = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}
