// What is measured: the build of this repository, or that of another version (PAGE_LIFE_DIST), as a negative control.
import { join } from 'node:path';

export const kDist = process.env['PAGE_LIFE_DIST'] ?? join(import.meta.dirname, '../../../dist');
export const kPages = join(import.meta.dirname, 'pages');
