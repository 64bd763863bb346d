import 'fake-indexeddb/auto'
import type { DBSchema } from 'idb'
import { expect, test } from 'vitest'
import { browserDatabase } from './database.ts'

interface Stores extends DBSchema {
  notes: { key: string; value: string }
}

const notes = (name: string) =>
  browserDatabase<Stores>(name, 1, database => {
    database.createObjectStore('notes')
  })

/** A database as the product made it before it used a library for it. */
const made = (name: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('notes').put(text, 'last')
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error)
  })

test('what an earlier version wrote is there', async () => {
  await made('before', 'written before')
  expect(await notes('before')(database => database.get('notes', 'last'))).toBe('written before')
})

test('a database that was closed without a word is opened anew', async () => {
  const inNotes = notes('closed')
  await inNotes(database => database.put('notes', 'kept', 'last'))
  await inNotes(database => database.close())
  expect(await inNotes(database => database.get('notes', 'last'))).toBe('kept')
})

test('a page of a newer version is not kept waiting by this one', async () => {
  const inNotes = notes('newer')
  await inNotes(database => database.put('notes', 'kept', 'last'))
  const newer = browserDatabase<Stores>('newer', 2, () => undefined)
  expect(await newer(database => database.get('notes', 'last'))).toBe('kept')
})
