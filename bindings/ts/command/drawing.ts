// --title and --size of the plots that commands write.
import { Problem } from './problem.js';

export interface Drawing {
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
}

/** @throws {Problem} for a size that no plot can have, and where no plot was asked for. */
export function parseDrawing(
  { title, size }: { readonly title?: string | undefined; readonly size?: string | undefined },
  hasPlot: boolean,
  formats: string,
): Drawing {
  const given = title !== undefined ? '--title' : size !== undefined ? '--size' : null;
  if (given !== null && !hasPlot) throw new Problem(`${given} goes with ${formats}.`);
  if (title?.trim() === '') throw new Problem('--title needs a text.');
  return { ...(title !== undefined && { title }), ...(size !== undefined && parseSize(size)) };
}

function parseSize(text: string) {
  const [, width = 0, height = 0] = (/^(\d{1,4})x(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (width >= 240 && height >= 160) return { width, height };
  throw new Problem(
    `--size takes width and height in pixels, from 240x160 to 9999x9999, as in 800x500; got "${text}".`,
  );
}
