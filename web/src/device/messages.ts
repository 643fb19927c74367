/** What went wrong on the device, in words that say what still works. */
import type { LdpError, WithheldReason } from 'ldp-bandits';
import { epsilonText } from '../shared/format.js';

export const NO_STORAGE =
  'This browser gives the page no storage, as some private windows do. Everything works, but your ledger and a report on its way are forgotten when this tab closes.';

export function withheldText(reason: WithheldReason, cost: number, left: number): string {
  switch (reason) {
    case 'budget_exhausted':
      return left <= 0
        ? 'Your budget is spent. You still see options; nothing is sent.'
        : `A report costs ε ${epsilonText(cost)} and ε ${epsilonText(left)} is left. Nothing is sent; a lower ε still works.`;
    case 'experiment_ended':
      return 'The test has ended: it has its answer. You are shown it, no report is made, and your budget stays as it is.';
    case 'stale_snapshot':
      return 'This tab’s model version is too old for the server. The report was dropped; its budget is spent.';
    case 'storage_failed':
      return 'The ledger could not be written, so nothing is sent.';
    case 'may_not_report':
      return 'This page may not report, so nothing is sent.';
    default:
      return `Nothing is sent (${reason}).`;
  }
}

export function deviceNotice(error: LdpError): string {
  switch (error.code) {
    case 'transport':
      return 'The server cannot be reached. Your report waits on this device; the same bytes are sent again later.';
    case 'insecure_randomness':
      return 'This browser’s random generator failed its check, so no report is made.';
    case 'report_rejected':
      return 'The server refused a report. Its budget is spent; the report was dropped.';
    default:
      return `Something failed on this device (${error.code}). Choosing goes on; a report may be missing.`;
  }
}

/** Why the page could not start, by the library's code. */
export function startFailure(error: unknown): string {
  const code = (error as { code?: string } | null)?.code;
  switch (code) {
    case 'wasm_blocked_by_csp':
      return 'WebAssembly is blocked by this page’s security policy or by your browser, so nothing can be randomised here and nothing is sent.';
    case 'wasm_not_found':
      return 'The WebAssembly file did not arrive. Nothing is sent without it. Check your connection and reload.';
    case 'insecure_randomness':
      return 'This browser gives the page no randomness that it can rely on, so it does not start. Nothing is sent.';
    case 'manifest_mismatch':
      return 'The server asks for other privacy terms than this page has pinned. The page refuses; nothing is sent.';
    case 'transport':
      return 'The collector does not answer. Reload the page, or choose “Forget everything” to start afresh.';
    default:
      return `The page could not start (${error instanceof Error ? error.message : String(error)}). Nothing is sent.`;
  }
}
