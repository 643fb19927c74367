/** What a report stands for, and what leaves of it, in the same units. For this device's eyes only. */
import type { ContextualInput, PrivateTrace, Report } from 'ldp-bandits/url';
import { cardEpsilon } from '../../../device/state.js';
import { type Part, readAs } from '../shared/ball.js';
import type { LinearTrace } from './state.js';

/**
 * @param trace the library's private side of the report; absent for silence, whose packet was made when the
 *   card was dealt
 * @returns null for a report of another kind
 */
export function traceOf(report: Report, trace: PrivateTrace | undefined): LinearTrace['report'] {
  const field = (name: string) => report.fields.find((one) => one.name === name)?.value;
  const [part, data] = [field('part'), field('data')];
  if ((part !== 'moment' && part !== 'design') || typeof data !== 'object') return null;
  const input = trace?.input as ContextualInput | undefined;
  return {
    part: part satisfies Part,
    truth: input ? Array.from(input.vector) : null,
    sent: readAs(part, data, cardEpsilon.value ?? 1),
  };
}
