// What the page keeps in the browser where there is no server: tables and finished games.

/** @typedef {"tables" | "games"} Kind */

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tengen", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables");
      request.result.createObjectStore("games");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Does `work` with a store, and waits until it is written.
 *  @template T
 *  @param {Kind} kind
 *  @param {IDBTransactionMode} mode
 *  @param {(store: IDBObjectStore) => IDBRequest<T>} work
 *  @returns {Promise<T>} */
async function within(kind, mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(kind, mode);
    const request = work(transaction.objectStore(kind));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Everything of a kind: keys and texts, in the order of the keys.
 *  @param {Kind} kind
 *  @returns {Promise<[IDBValidKey, string][]>} */
export async function all(kind) {
  const keys = await within(kind, "readonly", (store) => store.getAllKeys());
  const texts = await within(kind, "readonly", (store) => store.getAll());
  return keys.map((key, index) => [key, texts[index]]);
}

/** @param {Kind} kind
 *  @param {IDBValidKey} key
 *  @param {string} text */
export const keep = (kind, key, text) => within(kind, "readwrite", (store) => store.put(text, key));

/** @param {Kind} kind
 *  @param {IDBValidKey} key */
export const forget = (kind, key) => within(kind, "readwrite", (store) => store.delete(key));
