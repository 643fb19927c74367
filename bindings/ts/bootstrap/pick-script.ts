// `ldp-bandits/pick.js`: `pick` as a classic script, for the head of a page: `ldpBandits.pick(entry)`.
export { pick } from './pick.js';
