// The ways in which a page gets the package: every bundler makes <folder>/<name>.js of <project>/<name>.js.
import { join, relative } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { minify } from 'terser';
import * as vite from 'vite';
import webpack from 'webpack';

const throughEsbuild = (splitting) => (project, names, outdir) =>
  build({
    absWorkingDir: project,
    entryPoints: names.map((name) => `${name}.js`),
    outdir,
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });

/** Rollup does not minify: its users add terser. */
async function throughRollup(project, names, dir) {
  const minified = {
    name: 'minify',
    renderChunk: (code) => minify(code, { module: true, ecma: 2020 }),
  };
  for (const name of names) {
    const bundle = await rollup({
      input: join(project, `${name}.js`),
      plugins: [nodeResolve({ browser: true }), minified],
    });
    await bundle.write({ dir, format: 'es', chunkFileNames: `${name}-[name]-[hash].js` });
    await bundle.close();
  }
}

async function throughWebpack(project, names, path) {
  const compiler = webpack({
    context: project,
    mode: 'production',
    entry: Object.fromEntries(names.map((name) => [name, `./${name}.js`])),
    output: { path, publicPath: 'auto' },
    performance: { hints: false },
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  const { errors } = stats.toJson({ all: false, errors: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  await new Promise((resolve) => compiler.close(resolve));
}

/** A page at a time, as a site has it: of pages together Vite would share chunks. */
async function throughVite(project, names, outDir) {
  for (const name of names) {
    await vite.build({
      root: project,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: {
        outDir,
        emptyOutDir: false,
        rolldownOptions: {
          input: join(project, `${name}.js`),
          output: { entryFileNames: '[name].js', chunkFileNames: `${name}-[name]-[hash].js` },
        },
      },
    });
  }
}

export const BUNDLERS = {
  'esbuild --splitting': throughEsbuild(true),
  'esbuild, one file': throughEsbuild(false),
  rollup: throughRollup,
  webpack: throughWebpack,
  Vite: throughVite,
};

/** A folder for the files of each. */
export const folderOf = (bundler) => relative('/', `/${bundler.replaceAll(/\W+/g, '-')}`);
