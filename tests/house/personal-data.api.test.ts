import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenColumns } from '../../server/kit/personal-data/part.ts'
import { PARTS, WITHOUT_PART } from '../../server/personal-data/parts.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Columns that name an account, by its id or its address. */
const OF_ACCOUNT = /^(.*_)?user_id$|_by$|^(owner|actor)_id$|^.*email$|^recipient$|^people$/
const NO_ACCOUNT = ['alert_rules.alert_via_email', 'alarm_tellings.people', 'replaced_by', 'ended_by']

describe('what is kept about a person', () => {
  test('has a part in the copy, or a reason not to', async () => {
    const tables = await app.services.db.introspection.getTables()
    const named = tables
      .filter(({ name, columns }) =>
        columns.some(
          column =>
            OF_ACCOUNT.test(column.name) &&
            ![column.name, `${name}.${column.name}`].some(one => NO_ACCOUNT.includes(one)),
        ),
      )
      .map(({ name }) => name)
    const known = [...PARTS.map(({ table }) => table), ...Object.keys(WITHOUT_PART)]
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(name => !known.includes(name))).toEqual([])
    const there = tables.map(({ name }) => name)
    expect(known.filter(name => !there.includes(name))).toEqual([])
    expect(Object.keys(WITHOUT_PART).filter(name => PARTS.some(({ table }) => table === name))).toEqual([])
  })

  test('every file has a name of its own, and no column that is given is a secret', () => {
    const files = PARTS.map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    const given = PARTS.flatMap(part => givenColumns(part))
    expect(given.filter(name => /hash|secret|password(?!_changed_at)|p256dh|^auth$|endpoint|_key$/.test(name))).toEqual(
      ['ready_key'],
    )
  })
})
