/** `ldp-bandits/node`: a collector for servers that hand out Node's own requests. */

export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export {
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from './node-handler.js';
