/** The parts of Cloudflare's interfaces that are used, so that no declaration needs theirs. */

/** Of a Durable Object: what its constructor is given. */
export interface ObjectState {
  readonly storage: {
    readonly sql: Sql;
    transactionSync<T>(work: () => T): T;
  };
}

export interface Sql {
  exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] };
}

/** A binding to a class of Durable Objects (`env.STORE`) that is asked by address. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: never): {
    fetch(
      url: string,
      init: { readonly method: 'POST'; readonly body: Uint8Array<ArrayBuffer> },
    ): Promise<{ readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>;
  };
}
