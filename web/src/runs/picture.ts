/** Plots as files: the same curves as on the screen, on paper colours. Several stand one above the other. */
import { layoutPlot, type PlotOptions, type PlotSeries, toPNG, toSVG } from 'ldp-bandits/plot';

export interface Picture {
  readonly series: readonly PlotSeries[];
  readonly options: PlotOptions;
}

const SIZE = { width: 760, height: 440 };
const PNG_SCALE = 2;

export function svgOf(pictures: readonly Picture[]): string {
  const drawings = pictures.map(({ series, options }) =>
    toSVG(layoutPlot(series, { ...SIZE, ...options })),
  );
  const [first] = drawings;
  if (drawings.length === 1 && first) return first;
  const placed = drawings.map((text, i) => text.replace('<svg ', `<svg y="${i * SIZE.height}" `));
  const height = drawings.length * SIZE.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${height}" viewBox="0 0 ${SIZE.width} ${height}">\n${placed.join('')}</svg>\n`;
}

export async function pngOf(pictures: readonly Picture[]): Promise<Blob> {
  const images = await Promise.all(
    pictures.map(({ series, options }) =>
      toPNG(layoutPlot(series, { ...SIZE, ...options }), { scale: PNG_SCALE }),
    ),
  );
  const [first] = images;
  if (images.length === 1 && first) return first;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: SIZE.width * PNG_SCALE,
    height: SIZE.height * PNG_SCALE * images.length,
  });
  const context = canvas.getContext('2d');
  for (const [i, image] of images.entries()) {
    const bitmap = await createImageBitmap(image);
    context?.drawImage(bitmap, 0, i * SIZE.height * PNG_SCALE);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no PNG'))));
  });
}
