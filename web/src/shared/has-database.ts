/** Private windows and strict settings may offer `indexedDB` and refuse to open anything with it. */
export function hasDatabase(): Promise<boolean> {
  const name = 'ldp-probe';
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase(name);
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
