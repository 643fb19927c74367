// Pages on one disk whose browser clears it, or closes its connections.
import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import type { LdpError } from 'ldp-bandits';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { ENDPOINT, loadParts, record, type ScriptedCollector } from './client-support.js';

export const NOON = Date.UTC(2026, 0, 1, 12);
export const HOUR = 3_600_000;
export const PRIVACY = { epsilon: 1, epsilonTotal: 3 };

/** A factory whose open connections are known. */
export class Browser extends IDBFactory {
  readonly connections = new Set<IDBDatabase>();

  override open(name: string, version?: number): IDBOpenDBRequest {
    const request = super.open(name, version) as unknown as IDBOpenDBRequest;
    request.addEventListener('success', () => this.connections.add(request.result));
    return request as never;
  }

  /** What `Clear-Site-Data: "storage"` does: databases go, and connections are closed from outside. */
  clear(): void {
    (this as unknown as { _databases: Map<string, unknown> })._databases.clear();
    this.close();
  }

  close(): void {
    const closed = [...this.connections];
    this.connections.clear();
    for (const connection of closed) forceCloseDatabase(connection as never);
  }
}

export let browser: Browser;

/** Every test of the file has a browser of its own. */
export function useBrowser(): void {
  // Under a fake clock nothing waits for the real disk.
  beforeAll(loadParts);
  beforeEach(() => {
    browser = new Browser();
    vi.stubGlobal('indexedDB', browser);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** The collector is on the origin of the pages from now on. */
export const ownCollector = () =>
  vi.stubGlobal('location', new URL(`${new URL(ENDPOINT).origin}/page`));

/** A page of its own: another copy of the library, on the same storage. */
export async function newPage(collector: ScriptedCollector, options: object = {}) {
  vi.resetModules();
  const support = await import('./client-support.js');
  const { indexedDbLedger: ledgerOf } = await import('ldp-bandits');
  const errors: LdpError[] = [];
  const onError = (error: LdpError) => void errors.push(error);
  const bandit = await support.open(collector, {
    ledger: ledgerOf(),
    privacy: PRIVACY,
    onError,
    ...options,
  });
  const events = record(bandit);
  const spend = async () => {
    const outcome = await bandit.choose().reward(1);
    return outcome.status === 'queued' ? outcome.status : outcome.reason;
  };
  return { bandit, errors, events, spend };
}
