import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

/**
 * A database of this browser, opened at the first use. The function begins something in it, a transaction say, and
 * rejects where there is no database, as in some private windows.
 */
export const browserDatabase = <Stores extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Stores>['upgrade']>,
) => {
  let opened: Promise<IDBPDatabase<Stores>> | undefined
  // A browser that closes it, e.g. because it clears the data, must find it open again at the next call.
  const forget = () => {
    opened = undefined
  }
  const open = () => {
    const database = openDB<Stores>(name, version, {
      upgrade,
      terminated: forget,
      // Another tab with a newer product must not wait for this one.
      blocking: () => {
        void database.then(one => one.close())
        forget()
      },
    })
    return database
  }
  const database = () => {
    opened ??= open()
    opened.catch(forget)
    return opened
  }
  return async <Result>(begin: (database: IDBPDatabase<Stores>) => Result): Promise<Awaited<Result>> => {
    const first = await database()
    try {
      return await begin(first)
    } catch (failure) {
      // Some browsers close it without a word, e.g. while the page sleeps: opened anew it is there.
      if (!(failure instanceof DOMException && failure.name === 'InvalidStateError')) throw failure
      forget()
      return await begin(await database())
    }
  }
}
