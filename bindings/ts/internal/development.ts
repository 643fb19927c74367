// Whether a page is a developer's own.

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * Whether this is a development build: bundlers put the text of `process.env.NODE_ENV` in. Where none did, as in a
 * plain page, it is not: visitors would spend their budget once more from the ledger of development.
 */
export function isDevelopment(): boolean {
  try {
    return (process.env.NODE_ENV ?? 'production') !== 'production';
  } catch {
    return false;
  }
}
