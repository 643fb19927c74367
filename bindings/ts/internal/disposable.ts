// What `using` and `await using` need of a project's `lib`, declared for projects that have no
// ESNext.Disposable. It is what TypeScript itself declares, so the two merge where both are there.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }

  interface Disposable {
    [Symbol.dispose](): void;
  }

  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}

/** For `await using`, and for code and browsers that do not have it. */
export interface AsyncOwned extends AsyncDisposable {
  [Symbol.asyncDispose](): Promise<void>;
  /** The same as `[Symbol.asyncDispose]()`, under a name that every browser knows. */
  dispose(): Promise<void>;
}

/** For `using`, and for code and browsers that do not have it. */
export interface Owned extends Disposable {
  /** The same as `[Symbol.dispose]()`, under a name that every browser knows. */
  dispose(): void;
}
