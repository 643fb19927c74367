/** Below the page of each paper a file with the verdict on every claim, for the page and to take along. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { PAPERS } from '../src/playground/papers/list.js';
import { CLAIMS_FILE, type StoredClaims } from '../src/playground/papers/stored.js';
import { readDocument } from './figure-documents.js';

export function storedClaims(root: string): Plugin {
  return {
    name: 'ldp-stored-claims',
    apply: 'build',
    generateBundle() {
      for (const { id } of PAPERS) {
        const figures = readDocument(readFileSync(`${root}../docs/figures/${id}.md`, 'utf8'));
        const claims: StoredClaims = Object.fromEntries(
          figures.map((figure) => [figure.id, figure.claims]),
        );
        this.emitFile({
          type: 'asset',
          fileName: `playground/papers/${id}/${CLAIMS_FILE}`,
          source: `${JSON.stringify(claims, null, 1)}\n`,
        });
      }
    },
  };
}
