// `ldp-bandits/pick.js`: `pick` as a classic script, for the head of a page: `ldpBandits.pick(entry)`.
import { pick } from './pick.js';

Object.assign(globalThis, { ldpBandits: { pick } });
