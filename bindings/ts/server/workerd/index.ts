/** `ldp-bandits/server/workerd`: a collector for Cloudflare Workers and other hosts of the edge. */
export { LdpError, type LdpErrorCode } from '../../internal/errors.js';
export type { ObjectClass } from './collector-object.js';
export {
  createEdgeCollector,
  type EdgeCollector,
  type EdgeCollectorOptions,
  type EdgeHostOptions,
} from './edge-collector.js';
export type { CollectorNamespace } from './forward.js';
