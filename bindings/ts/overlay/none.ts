// `ldp-bandits/overlay` of production bundles: nothing.

export function showOverlay(): () => void {
  return () => {};
}
