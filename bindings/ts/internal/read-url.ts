/** Undefined for what is no address: `URL.canParse` is younger than the oldest browsers of the library. */
export function readUrl(address: string | URL, base?: string | URL): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
