// Which addresses are on the origin of this page or worker. Answers of that origin can clear its storage
// (`Clear-Site-Data`), and the ledger with it; those of any other origin, a subdomain too, cannot.

/** False outside pages and workers. */
export function isOwn(address: string | URL): boolean {
  // A frame of `srcdoc` has the origin of its page, and an address without one.
  const { origin, location } = globalThis as { origin?: string; location?: Location };
  return new URL(address).origin === (location && (origin ?? location.origin));
}
