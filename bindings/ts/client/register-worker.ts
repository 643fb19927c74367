// Registers the site's worker that sends when a page is gone.
import { LdpError } from '../internal/errors.js';
import type { Successors } from './successors.js';
import type { TrustedAddress } from './types.js';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedAddress };
}
/** Made once in a page: a second one of the same name may be forbidden. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The address as pages under `require-trusted-types-for` want it; the text, where there is no such policy to be had. */
function trust(url: string): TrustedAddress {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    policy ??= trustedTypes?.createPolicy('ldp-bandits', { createScriptURL: (address) => address });
  } catch {
    // `trusted-types` does not name it: registration fails, and the error says so.
  }
  return policy?.createScriptURL(url) ?? (url as unknown as TrustedAddress);
}

/** Resolves once the worker is there, or will not come: then `failed` is told `worker_failed`. */
export async function registerWorker(
  url: URL,
  successors: Successors,
  failed: (error: LdpError) => void,
  trusted: TrustedAddress = trust(url.href),
): Promise<void> {
  try {
    // A scope of its own below the file: it controls no page.
    const options = { scope: `${url.href}/`, type: 'module' } as const;
    successors.registration = await navigator.serviceWorker.register(
      trusted as unknown as string,
      options,
    );
    successors.tellWorker();
    await activated(successors.registration);
  } catch (cause) {
    const details = { url: url.href, cause: 'worker' };
    const text = 'The worker could not be registered.';
    failed(new LdpError('worker_failed', text, { details, cause }));
  }
}

function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const pending = installing ?? waiting;
  return new Promise((resolve) => {
    const look = () => {
      const { state } = pending ?? {};
      if (active || !pending || state === 'activated' || state === 'redundant') resolve();
    };
    pending?.addEventListener('statechange', look);
    look();
  });
}
