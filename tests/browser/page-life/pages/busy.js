// A second tab that is busy on the databases of the library: it decides and answers in an experiment of its own,
// and rewrites records in strict transactions over whole databases, which every other writer has to wait for.
import { openBandit } from './bandit.js';

const bandit = await openBandit('busy');
window.rounds = 0;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const turn = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function rewrite() {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const database = await done(indexedDB.open(names.find((name) => !name.endsWith('-finals'))));
  database.onversionchange = () => database.close();
  for (;;) {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    for (const name of stores) {
      transaction.objectStore(name).openCursor().onsuccess = ({ target }) => {
        target.result?.update(target.result.value);
      };
    }
    await new Promise((resolve) => {
      transaction.oncomplete = transaction.onabort = resolve;
    });
    window.rounds++;
    await turn(5);
  }
}

async function decide() {
  for (;;) {
    const decision = bandit.choose();
    void decision.reward(1).catch(() => {});
    await turn(500);
  }
}

void rewrite();
void decide();
