// Reads what this origin has stored, without the library.
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** For each id: in which stores it stands, one entry per copy, in the order of the alphabet. */
window.copiesOf = async (ids) => {
  const places = Object.fromEntries(ids.map((id) => [id, []]));
  const see = (place, key, value) => {
    const text = JSON.stringify([key, value], (_, one) =>
      typeof one === 'bigint' ? `${one}` : one,
    );
    for (const id of ids) if (text.includes(id)) places[id].push(place);
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const transaction = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([
        done(transaction.getAllKeys()),
        done(transaction.getAll()),
      ]);
      keys.forEach((key, i) => {
        see(`${name}/${store}`, key, values[i]);
      });
    }
    database.close();
  }
  for (const [key, value] of Object.entries(localStorage)) see('localStorage', key, value);
  for (const one of Object.values(places)) one.sort();
  return places;
};
window.ready = true;
