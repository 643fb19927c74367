/** The token of the admin API: where it comes from, and how a request is compared with it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Problem } from '../command/problem.js';

/** Shorter ones are refused. A token made here has 43. */
export const SHORTEST_TOKEN = 16;

export interface TokenSources {
  /** `--admin-token-file`. */
  readonly file?: string | undefined;
  /** `LDP_ADMIN_TOKEN`. */
  readonly variable?: string | undefined;
  /** Can a person read what is printed? */
  readonly isTerminal: boolean;
}

export interface AdminToken {
  readonly token: string;
  /** Made here, so the operator has to be told. */
  readonly isNew: boolean;
}

/** @throws {Problem} saying what to do; no text has the token. */
export async function adminToken({
  file,
  variable,
  isTerminal,
}: TokenSources): Promise<AdminToken> {
  if (file !== undefined) {
    const text = await readFile(file, 'utf8').catch((error: { readonly code?: string }) => {
      throw new Problem(`--admin-token-file: ${file} cannot be read (${error.code}).`);
    });
    return { token: requireStrong('--admin-token-file', text.trim()), isNew: false };
  }
  if (variable !== undefined && variable !== '') {
    return { token: requireStrong('LDP_ADMIN_TOKEN', variable), isNew: false };
  }
  if (isTerminal) return { token: randomBytes(32).toString('base64url'), isNew: true };
  throw new Problem(
    'The admin port needs a token: set LDP_ADMIN_TOKEN or --admin-token-file, e.g. to what `openssl rand -base64 32` prints, or leave the port out with --no-admin.',
  );
}

function requireStrong(source: string, token: string): string {
  if (token.length >= SHORTEST_TOKEN) return token;
  throw new Problem(
    `${source}: a token must have at least ${SHORTEST_TOKEN} characters, this one has ${token.length}.`,
  );
}

/** @returns Whether a text is the token; takes equally long for every text. */
export function verifier(token: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(token);
  return (given) => timingSafeEqual(hash(given), expected);
}
