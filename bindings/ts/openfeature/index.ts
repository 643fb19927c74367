// `ldp-bandits/openfeature`: a provider for the web SDK of OpenFeature.
import type { ErrorCode, JsonValue, Provider, ResolutionDetails } from '@openfeature/web-sdk';
import type { PlacementStatus } from '../components/index.js';
import { type BanditsSetup, shareBandits } from '../components/index.js';
import { BanditFlags } from '../flags/flags.js';
import type { BanditFlagTable } from '../flags/types.js';

const REASONS: Partial<Record<PlacementStatus, string>> = { kept: 'CACHED', forced: 'STATIC' };

/**
 * A provider whose flags are decided by experiments. `setProviderAndWait` draws one variant of each from the public
 * snapshot; that spends nothing. The first evaluation of a flag opens its decision and spends one report's budget, the
 * others of the page repeat it. `client.track(event, { value })` is the answer. The evaluation context is not read.
 *
 * Evaluate a flag where its variant is shown, and never because of an answer.
 *
 * @throws LdpError `invalid_argument`.
 */
export function banditProvider(setup: BanditsSetup, table: BanditFlagTable<JsonValue>): Provider {
  const flags = new BanditFlags(shareBandits(setup), table);

  const resolve = <T>(key: string, otherwise: T, type: string): ResolutionDetails<T> => {
    const found = flags.evaluate(key);
    if (found) {
      const { value, variant, status } = found;
      if (typeof value === type)
        return { value: value as T, variant, reason: REASONS[status] ?? 'SPLIT' };
      return failed(otherwise, 'TYPE_MISMATCH', `${key}: ${variant} is a ${typeof value}`);
    }
    if (!flags.has(key)) return failed(otherwise, 'FLAG_NOT_FOUND', `${key}: no such flag`);
    return failed(otherwise, 'GENERAL', flags.errorOf(key)?.message ?? `${key}: not known yet`);
  };

  return {
    metadata: { name: 'ldp-bandits' },
    runsOn: 'client',
    initialize: () => flags.open(),
    onClose: async () => flags.close(),
    resolveBooleanEvaluation: (key, otherwise) => resolve(key, otherwise, 'boolean'),
    resolveStringEvaluation: (key, otherwise) => resolve(key, otherwise, 'string'),
    resolveNumberEvaluation: (key, otherwise) => resolve(key, otherwise, 'number'),
    resolveObjectEvaluation: (key, otherwise) => resolve(key, otherwise, 'object'),
    track: (event, _context, { value } = {}) => flags.answer(event, value),
  };
}

const failed = <T>(value: T, code: string, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  // The enumeration itself would be an import of the SDK.
  errorCode: code as ErrorCode,
  errorMessage,
});

export type { BanditFlag, BanditFlagTable } from '../flags/types.js';
