/** Keeps a value in the browser's database, for a worker that the browser can end at any time. */

/** A value in the browser's database, which lasts until the visitor deletes the site's data. */
export interface ValueStore<Value> {
  /** Returns what was written last, or undefined. */
  read: () => Promise<Value | undefined>
  /** Replaces the value. Resolves when it is safe. */
  write: (value: Value) => Promise<void>
}

const STORE = 'kept'
const KEY = 'value'

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens a database with one value. Another `name` is another value. */
export const openValueStore = <Value>(name: string): ValueStore<Value> => {
  const openDatabase = () => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    return resultOf(request)
  }
  let database: ReturnType<typeof openDatabase> | undefined
  const transaction = async (mode: IDBTransactionMode) => (await (database ??= openDatabase())).transaction(STORE, mode)
  return {
    read: async () => resultOf((await transaction('readonly')).objectStore(STORE).get(KEY)),
    write: async (value) => {
      const writing = await transaction('readwrite')
      writing.objectStore(STORE).put(value, KEY)
      await new Promise<void>((resolve, reject) => {
        writing.oncomplete = () => resolve()
        writing.onabort = () => reject(writing.error)
      })
    },
  }
}
