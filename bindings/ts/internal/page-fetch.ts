// The global `fetch`, on pages whose Request is another class: MooTools has one of that name.

/** Whether `new Request` makes what `fetch` takes. */
export function hasRequest(): boolean {
  return typeof (globalThis as Partial<typeof globalThis>).Request?.prototype?.clone === 'function';
}

/** The global `fetch` of this moment, with one Request where there are any. */
export function pageFetch(url: string, init: RequestInit): Promise<Response> {
  return hasRequest() ? globalThis.fetch(new Request(url, init)) : globalThis.fetch(url, init);
}
