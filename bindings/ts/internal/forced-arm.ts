// An arm that the address of the page forces, for tests.

/** `?ldp-<experiment>=<arm>` in an address. Undefined: none, or no arm of this experiment. */
export function forcedArm(
  experiment: string,
  address: string | URL | undefined,
  arms: number,
): number | undefined {
  const given = address ?? (globalThis as { location?: Location }).location?.href;
  const [, search = ''] = /\?([^#]*)/.exec(String(given ?? '')) ?? [];
  const value = new URLSearchParams(search).get(`ldp-${experiment}`) ?? '';
  const arm = /^\d{1,9}$/.test(value) ? Number(value) : arms;
  return arm < arms ? arm : undefined;
}
