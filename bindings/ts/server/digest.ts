/**
 * SHA-256 in the notation of subresource integrity. `crypto.subtle` does not exist on insecure
 * origins, where the in-page collector still has to work; hence the audited JavaScript of noble.
 */
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

export type Digest = `sha256-${string}`;

export function digest(bytes: Uint8Array): Digest {
  return `sha256-${btoa(String.fromCharCode(...sha256(bytes)))}`;
}

/** 32 bytes. Declared here, so that the package's types do not name a package that is not installed with it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}
