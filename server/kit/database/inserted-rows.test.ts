import { describe, expect, test } from 'vitest'
import { rowsInText, tableOf } from './inserted-rows.ts'

const INSERT =
  "INSERT INTO notes (id, text) SELECT id, word FROM input('id UInt32, words Array(String)') ARRAY JOIN words AS word"

describe('an insert of rows that the store makes of others', () => {
  test('has them in its text, where none of their characters ends it', () => {
    const rows = String.raw`[1,["it's","back\\slash","\u0000"]]`
    expect(rowsInText(`${INSERT} FORMAT JSONCompactEachRow`, rows)).toBe(
      String.raw`INSERT INTO notes (id, text) SELECT id, word FROM format(JSONCompactEachRow, 'id UInt32, words Array(String)', '[1,["it\'s","back\\\\slash","\\u0000"]]') ARRAY JOIN words AS word`,
    )
  })

  test('is left as it is where it makes nothing of them', () => {
    expect(rowsInText('INSERT INTO notes FORMAT JSONCompactEachRow', '[1,"a"]')).toBeNull()
  })

  test('takes them as a list alone', () => {
    expect(() => rowsInText(`${INSERT} FORMAT JSONCompactEachRow`, new ReadableStream())).toThrow('as a list')
  })

  test('names its table', () => {
    expect(tableOf({ table: 'notes' })).toBe('notes')
    expect(tableOf({ table: "notes (id, text) SELECT id, word FROM input('id UInt32')" })).toBe('notes')
  })
})
