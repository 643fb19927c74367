/** What went wrong with a run, in words, and what helps. */
import { LdpError } from 'ldp-bandits/simulation';

export function failureText(error: unknown): string {
  if (LdpError.is(error, 'wasm_blocked_by_csp'))
    return 'WebAssembly is switched off or blocked here, and every round is played in WebAssembly. Allow it for this site, then press Run again.';
  if (LdpError.is(error, 'wasm_not_found'))
    return 'The module that plays the rounds did not arrive. Reload the page, then press Run again.';
  if (LdpError.is(error, 'worker_failed'))
    return 'A worker stopped twice in the same place: often the memory ran out. Nothing was left out silently: there is no result. Press Run to try again, with fewer replicates if it happens again.';
  if (LdpError.is(error, 'spec_invalid')) return `These settings cannot be run: ${error.message}.`;
  return `The run stopped: ${error instanceof Error ? error.message : String(error)}.`;
}
