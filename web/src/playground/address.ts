/** The run on show is in the address: each that is played is a step of the browser's history. */
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { fragmentOf } from '../runs/share.js';

/** @param isFirst the run that the page begins with, whose address has no fragment */
export async function addressOf(spec: SimulationSpec, isFirst: boolean): Promise<string> {
  return isFirst ? '' : fragmentOf({ specs: [spec], figure: null, digests: [] });
}

export function enter(fragment: string): void {
  if (runOf(fragment) === runOf(location.hash)) return;
  history.pushState(null, '', location.pathname + location.search + fragment);
}

/** Without what a link promises of the run. */
const runOf = (fragment: string) => new URLSearchParams(fragment.slice(1)).get('s');
