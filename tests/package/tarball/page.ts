import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An HTML file that runs one script and nothing else. */
export function writePage(
  project: string,
  file: string,
  script: string,
  kind: 'module' | 'classic' = 'module',
): void {
  const type = kind === 'module' ? ' type="module"' : '';
  writeFileSync(
    join(project, file),
    `<!doctype html>\n<meta charset="utf-8">\n<title>${script}</title>\n<script${type} src="./${script}"></script>\n`,
  );
}
