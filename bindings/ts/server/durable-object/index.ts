/** `ldp-bandits/server/durable-object`: a store for collectors in Cloudflare Workers. */
export type { ObjectNamespace, ObjectState, Sql } from './cloudflare.js';
export { durableObjectStore } from './durable-object-store.js';
export { StoreObject } from './store-object.js';
