/** The token of the admin API: where it comes from, and how a request is compared with it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Problem } from '../command/problem.js';

/** Shorter ones are refused. A token made here has 43. */
export const SHORTEST_TOKEN = 16;
/** What a header `Authorization: Bearer` can carry (RFC 6750, section 2.1). */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

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
    return { token: requireToken('--admin-token-file', text.trim()), isNew: false };
  }
  if (variable !== undefined && variable !== '') {
    return { token: requireToken('LDP_ADMIN_TOKEN', variable.trim()), isNew: false };
  }
  if (isTerminal) return { token: randomBytes(32).toString('base64url'), isNew: true };
  throw new Problem(
    'The admin port needs a token: set LDP_ADMIN_TOKEN or --admin-token-file, e.g. to what `openssl rand -base64 32` prints, or leave the port out with --no-admin.',
  );
}

function requireToken(source: string, token: string): string {
  const wrong = whatIsWrong(token);
  if (wrong !== null) throw new Problem(`${source}: a token ${wrong}.`);
  return token;
}

/** What a token must be and this one is not, without the token; null: nothing is wrong. */
export function whatIsWrong(token: string): string | null {
  if (token.length < SHORTEST_TOKEN) {
    return `must have at least ${SHORTEST_TOKEN} characters, this one has ${token.length}`;
  }
  if (BEARER.test(token)) return null;
  return 'may have letters A to Z and a to z, digits, and . _ ~ + / - only, with = at its end; this one has other characters, and no request could carry it';
}

/** @returns Whether a text is the token; takes equally long for every text. */
export function verifier(token: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(token);
  return (given) => timingSafeEqual(hash(given), expected);
}
