// Gives an Emscripten glue a compiled module: the glue itself never fetches anything. For the modules
// with Embind, whose values are more than numbers.
import type { Start } from './instantiate.js';

/** The default export of an Emscripten glue file. */
export type CreateModule<Module> = (options: object) => Promise<Module>;

/** How `instantiate` starts the module behind `createModule`. One for each glue: it is remembered by it. */
export function withGlue<Module>(createModule: CreateModule<Module>): Start<Module> {
  // The glue of newer compilers never rejects when instantiation fails, hence the promise of our
  // own.
  return (compiled) =>
    new Promise<Module>((resolve, reject) => {
      createModule({
        locateFile: (file: string) => file,
        instantiateWasm(
          imports: WebAssembly.Imports,
          done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
        ) {
          // `done` throws for a module that is not the one this glue was made for.
          WebAssembly.instantiate(compiled, imports)
            .then((instance) => done(instance, compiled))
            .catch(reject);
          return {};
        },
      }).then(resolve, reject);
    });
}
