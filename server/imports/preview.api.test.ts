import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importEndpoints, MAX_IMPORT_BYTES } from '#shared/contract/measurements/imports.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { aPreview, upload } from '../testing/an-import.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { listImports, previewImport } = importEndpoints
const CSV = 'time,Temperature,CO2\n2025-01-10 00:00,20,500\n2025-01-10 01:00,21,nan\n2025-01-10 02:00,999,510\n'
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
// A few files of an account may wait at once.
beforeEach(async () => {
  owner = await aUser(app)
})
afterAll(() => app.close())

const stored = async (deviceId: number): Promise<[string, string, number][]> => {
  const result = await app.services.series.query({
    query: `SELECT key, toUnixTimestamp64Milli(time), value FROM measurements FINAL WHERE device_id = ${deviceId} ORDER BY key, time`,
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[string, number, number]>()
  return rows.map(([key, time, value]) => [key, new Date(time).toISOString().slice(5, 16), value])
}
describe('[decisions §5] a preview', () => {
  test('says what would be stored, in the zone of the place, and stores nothing', async () => {
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, await aLocation(app, owner, { time_zone: 'Europe/Madrid' }))
    const preview = await aPreview(app, owner, device.id, CSV)
    expect(preview.plan.time_zone).toBe('Europe/Madrid')
    expect(preview.names).toEqual(['time', 'Temperature', 'CO2'])
    expect(preview.counts).toEqual({
      rows: 3,
      added: 4,
      replaced: 0,
      doubled: 0,
      missing: 1,
      refused: 1,
      from: '2025-01-09T23:00:00.000Z',
      until: '2025-01-10T01:00:00.000Z',
    })
    expect(preview.refusals).toEqual([{ column: 1, code: 'out_of_range', values: 1, lines: [4], sample: '999' }])
    expect(preview.rows[1]).toEqual({
      line: 3,
      time: '2025-01-10T00:00:00.000Z',
      code: null,
      fold: null,
      cells: [
        { sent: '2025-01-10 01:00', value: null, code: null },
        { sent: '21', value: 21, code: null },
        { sent: 'nan', value: null, code: null },
      ],
    })
    expect(await stored(device.id)).toEqual([])
  })

  test('follows every change: zone, unit, decimal sign', async () => {
    const device = await aDevice(app, owner)
    const csv = 'when;value\n01.07.2024 12:00;69,8\n02.07.2024 12:00;1.000,0\n'
    const preview = await aPreview(app, owner, device.id, csv, {
      time_zone: 'UTC',
      columns: { 0: { role: 'time' }, 1: { role: 'value', measurement: 't', unit: '°F' } },
    })
    expect(preview.rows.map(({ time, cells }) => [time, cells[1]?.value, cells[1]?.code])).toEqual([
      ['2024-07-01T12:00:00.000Z', 21, null],
      ['2024-07-02T12:00:00.000Z', null, 'out_of_range'],
    ])
  })

  test('a wrong zone shows: an hour that no clock of it had, and one that comes twice', async () => {
    const device = await aDevice(app, owner)
    const hours = (day: string) => ['01:00', '02:00', '03:00'].map(hour => `${day} ${hour},5`).join('\n')
    const csv = `time,t\n${hours('2024-03-31')}\n${hours('2024-10-27')}\n`
    const local = await aPreview(app, owner, device.id, csv)
    expect(local.refusals).toEqual([
      { column: null, code: 'no_such_time', values: 1, lines: [3], sample: '2024-03-31 02:00' },
    ])
    expect(local.doubled_rows).toBe(1)
    const fixed = await aPreview(app, owner, device.id, csv, { time_zone: 'Etc/GMT-1' })
    expect([fixed.refusals, fixed.doubled_rows, fixed.counts.added]).toEqual([[], 0, 6])
  })

  test('a row outside the rental, in the future or too old is refused as a whole', async () => {
    const device = await aDevice(app, owner)
    await app.services.db
      .updateTable('rentals')
      .set({ start: '2025-01-01T00:00:00.000Z' })
      .where('device_id', '=', device.id)
      .execute()
    const csv =
      'time,t,h\n1999-12-31 12:00,5,50\n2024-06-01 12:00,5,50\n2025-01-02 12:00,5,50\n2062-01-01 12:00,5,\nsoon,5,50\n'
    const { refusals, counts } = await aPreview(app, owner, device.id, csv)
    expect(refusals.map(({ column, code, values }) => [column, code, values])).toEqual([
      [null, 'too_old', 2],
      [null, 'outside_rental', 2],
      [null, 'unreadable_time', 2],
      [null, 'in_future', 1],
    ])
    expect(counts).toMatchObject({ rows: 5, added: 2, refused: 7, missing: 1 })
  })

  test('asks about a unit that gives what the animals of the area cannot be, until somebody says so', async () => {
    const device = await aDevice(app, owner)
    const location = await aLocation(app, owner)
    await aPlacement(app, owner, device, location)
    const csv = 'time,weight\n2025-01-10 00:00,2100\n2025-01-10 01:00,2114\n'
    const { questions, plan, import: made } = await aPreview(app, owner, device.id, csv)
    expect(questions).toEqual([
      { about: 'unit', column: 1, unit: 'kg', value: 2114, units: [{ unit: 'g', value: 2.114 }] },
    ])
    const [time = { role: 'time' as const }] = plan.columns
    for (const column of [{ unit: 'g' }, { sure: true }]) {
      const columns = [time, { role: 'value' as const, measurement: 'weight', ...column }]
      const again = await app.call(
        previewImport,
        { params: { id: made.id }, body: { plan: { ...plan, columns } } },
        owner.token,
      )
      expect(again.questions).toEqual([])
    }
    // People who come back go on where they left the file.
    const resumed = await app.call(previewImport, { params: { id: made.id }, body: {} }, owner.token)
    expect(resumed).toMatchObject({ questions: [], plan: { columns: [time, { measurement: 'weight', sure: true }] } })
  })

  test('a plan that cannot be is refused with its reason', async () => {
    const device = await aDevice(app, owner)
    const { plan, import: made } = await aPreview(app, owner, device.id, CSV)
    const value = { role: 'value', measurement: 't' } as const
    for (const columns of [[value], [{ role: 'time' }, value, value], [{ role: 'time' }, { role: 'clock' }]] as const)
      await expect(
        app.call(
          previewImport,
          { params: { id: made.id }, body: { plan: { ...plan, columns: [...columns] } } },
          owner.token,
        ),
      ).rejects.toMatchObject({ status: 422, errors: { 'plan.columns': [expect.any(String)] } })
    const strange = [{ role: 'time' as const }, { ...value, measurement: 'constructor' }]
    await expect(
      app.call(previewImport, { params: { id: made.id }, body: { plan: { ...plan, columns: strange } } }, owner.token),
    ).rejects.toMatchObject({ status: 422 })
  })
})

describe('files that wait to be stored', () => {
  test('are five of an account at most, also when they are sent side by side; one thrown away makes room', async () => {
    const device = await aDevice(app, owner)
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(app, owner, device.id, CSV)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
    const refused = answers.find(({ statusCode }) => statusCode === 429)?.json()
    expect(refused).toMatchObject({ code: 'limit_exceeded', errors: { file: [expect.stringMatching(/^5 files/)] } })
    const waiting = await app.call(listImports, { query: { device_id: device.id } }, owner.token)
    expect(waiting).toHaveLength(5)
    await app.call(importEndpoints.undoImport, { params: { id: waiting[0]?.id ?? 0 } }, owner.token)
    expect((await upload(app, owner, device.id, CSV)).statusCode).toBe(201)
    const other = await aUser(app)
    expect((await upload(app, other, (await aDevice(app, other)).id, CSV)).statusCode).toBe(201)
  })

  test('a packed one is unpacked; what it unpacks to counts', async () => {
    const device = await aDevice(app, owner)
    const packed = await upload(app, owner, device.id, gzipSync(CSV), 'house.csv.gz')
    expect([packed.statusCode, packed.json().counts.rows]).toEqual([201, 3])
    const bomb = gzipSync(Buffer.alloc(MAX_IMPORT_BYTES + 1, `${CSV}`))
    const answer = await upload(app, owner, device.id, bomb)
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })
})

describe('[decisions §1] rubbish', () => {
  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['no table', 'hello'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['a row without end', `time,t\n2025-01-10 00:00,"5\n${'2025-01-10 01:00,5\n'.repeat(30_000)}`],
    ['half a packed file', gzipSync(CSV).subarray(0, 40)],
    ['a damaged packed file', Buffer.concat([gzipSync(CSV).subarray(0, 20), Buffer.from('rubbish'.repeat(20))])],
    ['a workbook', Buffer.from('PK\u0003\u0004 and so on')],
    ['a huge line', `time,t\n2025-01-10 00:00,5\n2025-01-10 00:01,5\n${'x'.repeat(3_000_000)}`],
  ])('%s is refused with its reason', async (_, content) => {
    const device = await aDevice(app, owner)
    const answer = await upload(app, owner, device.id, content)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'no_valid_input'])
    expect(answer.json().errors.file[0]).toMatch(/\.$/)
    expect(await app.call(listImports, { query: { device_id: device.id } }, owner.token)).toEqual([])
  })

  test('something else than an upload', async () => {
    const device = await aDevice(app, owner)
    for (const [type, payload, status] of [
      ['application/json', '{}', 415],
      ['text/plain', 'x', 415],
      ['multipart/form-data; boundary=x', '', 422],
      ['multipart/form-data; boundary=x', `${PART}time,t\r\n2025-01-10 00:00,5`, 400],
      ['multipart/form-data; boundary=x', '--x--\r\n', 422],
      ['multipart/form-data', 'x', 400],
    ] as const) {
      const headers = { authorization: `Bearer ${owner.token}`, 'content-type': type }
      const answer = await app.inject({ method: 'POST', url: `/api/imports?device_id=${device.id}`, headers, payload })
      expect([type, payload, answer.statusCode, answer.json().code]).toEqual([
        type,
        payload,
        status,
        expect.any(String),
      ])
    }
    expect(await app.call(listImports, { query: { device_id: device.id } }, owner.token)).toEqual([])
    expect(
      await app.services.db.selectFrom('imports').selectAll().where('device_id', '=', device.id).execute(),
    ).toEqual([])
  })
})
