// What this package uses of papaparse, for the build of the declarations: the types on npm bring all of Node's along.
declare const Papa: {
  readonly Parser: new (config: {
    readonly delimiter: string;
    readonly newline: '\n';
  }) => {
    parse(input: string, baseIndex: number, ignoreLastRow: boolean): unknown;
  };
};
export default Papa;
