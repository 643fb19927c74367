// `ldp-bandits/bootstrap`: the first choice of a page that a server renders. No wasm, no request;
// browsers and servers alike.
export type { Picked } from '../client/types.js';
export type { Bootstrap, BootstrapEntry } from '../internal/bootstrap.js';
export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export { type FetchBootstrapOptions, fetchBootstrap } from './fetch.js';
export { jsonForHtml } from './json.js';
export { type PickOptions, pick } from './pick.js';
