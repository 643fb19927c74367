// What a refusal says, for `toMatchObject`: its code, and the place that it names.

/** An argument that cannot be. */
export const badArgument = (parameter: string, more: object = {}) => ({
  code: 'invalid_argument',
  details: { parameter, ...more },
});

/** A collector that says something else than the page pinned. */
export const mismatch = (field: string, more: object = {}) => ({
  code: 'manifest_mismatch',
  details: { field, ...more },
});
