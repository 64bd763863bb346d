import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { joined } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSale } from '../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

type Query = CallInput<typeof api.getEmissions>['query']

const DAIRY = 29
const UBN = '4711001'
/** Midnight of 1 March in the barns of these tests. */
const FROM = Date.parse('2026-02-28T23:00:00Z')
const SALE = FROM + 15 * DAY_MS
const AIR = { co2: 1000, nh3: 4, t: 10 }
const DAYS = { date_start: '2026-03-01', date_end: '2026-03-31', interval: 'month' } as const

let app: TestApp
let admin: TestUser
let seller: TestUser
let buyer: TestUser
let reader: TestUser
let sold: Awaited<ReturnType<typeof aBarn>>
let kept: Awaited<ReturnType<typeof aBarn>>
let bought: Awaited<ReturnType<typeof aBarn>>

const aBarn = async (of: TestUser, name: string) => {
  const areas = [{ name, area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }]
  const location = await aLocation(app, of, { name, time_zone: 'Europe/Amsterdam', ubn: UBN, areas })
  const device = await aDevice(app, of, { name: `Sensor of ${name}` })
  const placement = await aPlacement(app, of, device, location)
  return { location, device, placement, area: location.area.id }
}
const readings = (device: number, [first, last]: readonly [number, number]): ReadingRow[] => {
  const rows: ReadingRow[] = []
  for (let at = FROM + first * DAY_MS; at < FROM + last * DAY_MS; at += 10 * MINUTE_MS)
    for (const [key, value] of Object.entries(AIR)) rows.push([device, key, at, value])
  return rows
}
const emissions = (of: TestUser, query: Partial<Query>) =>
  app.call(api.getEmissions, { query: { ...DAYS, ...query } as Query }, of.token)
const areasOf = async (of: TestUser, query: Partial<Query>) =>
  (await emissions(of, query)).areas.map(({ area_name }) => area_name)
const log = (of: TestUser, query: Partial<Query>) =>
  app.call(api.getEmissionLogbook, { query: { ...DAYS, ...query } as Query }, of.token)
const refused = { status: 404 }

beforeAll(async () => {
  app = await startTestApp({ now: SALE })
  admin = await aFirstUser(app)
  ;[seller, buyer, reader] = [await aUser(app), await aUser(app), await aUser(app)]
  sold = await aBarn(seller, 'Sold')
  kept = await aBarn(seller, 'Kept')
  bought = await aBarn(buyer, 'Bought')
  for (const { device } of [sold, kept, bought]) await insertReadings(app, readings(device.id, [0, 15]))
})
afterAll(() => app.close())

describe('a barn that is sold in the middle of a year', () => {
  test('before the sale a number is of one farm for each of both, and of no one farm for who sees all', async () => {
    expect(await areasOf(seller, { ubn: UBN })).toEqual(['Kept', 'Sold'])
    expect(await areasOf(buyer, { ubn: UBN })).toEqual(['Bought'])
    await expect(emissions(admin, { ubn: UBN })).rejects.toMatchObject({ status: 422 })
    await expect(emissions(buyer, { location_id: sold.location.id })).rejects.toMatchObject(refused)
  })

  test('goes over with all its year, and leaves the former owner and those they showed it to', async () => {
    const location_id = sold.location.id
    const settings = {
      animals: [{ valid_from: '2026-01-01', animals: 110, mass: 650 }],
      outdoors: { source: 'typed' as const, values: { co2: 420, nh3: 0.5 } },
    } satisfies CallInput<typeof api.saveEmissionSettings>['body']
    await app.call(api.saveEmissionSettings, { params: { id: sold.area }, body: settings }, seller.token)
    const group = await app.call(api.createGroup, { body: { name: 'Vets' } }, seller.token)
    await joined(app, seller, group.id, reader)
    const shares = [{ location_id, may: 'read' as const }]
    await app.call(api.setGroupShares, { params: { id: group.id }, body: shares }, seller.token)
    expect(await areasOf(reader, { location_id })).toEqual(['Sold'])
    const report = { location_id, period: 'year', date: '2026-03-01' } as const
    const { id: ofSeller } = await app.call(api.createEmissionReport, { body: report }, seller.token)
    const before = await emissions(seller, { location_id })
    const entries = await log(seller, { location_id })

    const owners = (emails: string[]) => ({
      params: { id: location_id },
      body: { name: 'Sold', time_zone: 'Europe/Amsterdam', ubn: UBN, owners: emails },
    })
    // The buyer is asked first: nobody gives a barn away to people who have not accepted.
    await app.call(api.updateLocation, owners([seller.email, buyer.email]), seller.token)
    await expect(emissions(buyer, { location_id })).rejects.toMatchObject(refused)
    await accepted(app, buyer)
    // While both own it, each counts it among their own, and none of the other's.
    expect(await areasOf(seller, { ubn: UBN })).toEqual(['Kept', 'Sold'])
    expect(await areasOf(buyer, { ubn: UBN })).toEqual(['Bought', 'Sold'])
    // A chain of owners makes one farm for who sees all.
    expect(await areasOf(admin, { ubn: UBN })).toEqual(['Bought', 'Kept', 'Sold'])
    await app.call(api.updateLocation, owners([buyer.email]), buyer.token)

    expect(await emissions(buyer, { location_id })).toEqual(before)
    expect(await log(buyer, { location_id })).toEqual(entries)
    expect(entries.map(({ kind }) => kind)).toContain('settings')
    for (const of of [seller, reader]) {
      await expect(emissions(of, { location_id })).rejects.toMatchObject(refused)
      await expect(emissions(of, { area_id: sold.area })).rejects.toMatchObject(refused)
      await expect(log(of, { location_id })).rejects.toMatchObject(refused)
      const byArea = { params: { id: sold.area } }
      await expect(app.call(api.getEmissionSettings, byArea, of.token)).rejects.toMatchObject(refused)
      await expect(app.call(api.saveEmissionSettings, { ...byArea, body: settings }, of.token)).rejects.toMatchObject(
        refused,
      )
      await expect(app.call(api.createEmissionReport, { body: report }, of.token)).rejects.toMatchObject(refused)
      expect(await app.call(api.listEmissionReports, {}, of.token)).toEqual([])
    }
    const pdf = { method: 'GET', url: `/api/emission-reports/${ofSeller}/pdf` } as const
    const opened = (of: TestUser) => app.inject({ ...pdf, headers: { authorization: `Bearer ${of.token}` } })
    expect([(await opened(seller)).statusCode, (await opened(buyer)).statusCode]).toEqual([404, 404])
  })

  test('is in the number of its new owner alone, and each total is that of the own barns', async () => {
    expect(await areasOf(seller, { ubn: UBN })).toEqual(['Kept'])
    expect(await areasOf(buyer, { ubn: UBN })).toEqual(['Bought', 'Sold'])
    await expect(emissions(reader, { ubn: UBN })).rejects.toMatchObject(refused)
    await expect(emissions(admin, { ubn: UBN })).rejects.toMatchObject({ status: 422 })
    const companies = async (of: TestUser) =>
      (await app.call(api.listCompanies, {}, of.token)).map(({ ubn, locations }) => [
        ubn,
        locations.map(({ name }) => name),
      ])
    expect(await companies(seller)).toEqual([[UBN, ['Kept']]])
    expect(await companies(buyer)).toEqual([[UBN, ['Bought', 'Sold']]])
    expect(await companies(admin)).toEqual([])
    const all = await emissions(buyer, { ubn: UBN })
    const each = [await emissions(buyer, { location_id: bought.location.id })]
    each.push(await emissions(buyer, { location_id: sold.location.id }))
    for (const part of ['kg', 'permitted_kg', 'ceiling_kg'] as const)
      expect(all.total[part]).toBeCloseTo(
        each.reduce((sum, { total }) => sum + (total[part] ?? 0), 0),
        8,
      )
  })

  test('goes on with a device of its new owner, and the air of another barn is none of it', async () => {
    const until = new Date(SALE).toISOString()
    // The device is the seller's, who ends what keeps it at a place that is theirs no more.
    await app.call(api.deleteLocationResearch, { params: { id: sold.placement.id } }, seller.token)
    app.clock.set(FROM + 31 * DAY_MS)
    // The seller takes the device along to the barn that stayed, and sells another one with the barn.
    await aPlacement(app, seller, sold.device, kept.location, { start: until })
    await insertReadings(app, readings(sold.device.id, [15, 30]))
    const half = await emissions(buyer, { location_id: sold.location.id })
    expect(half.areas[0]?.total).toMatchObject({ valid_days: 15 })
    const device = await aDevice(app, seller, { name: 'Sold with the barn' })
    await aSale(app, device, seller, buyer)
    const now = new Date(app.clock.now()).toISOString()
    await expect(aPlacement(app, seller, device, sold.location, { start: now })).rejects.toMatchObject(refused)
    await aPlacement(app, buyer, device, sold.location, { start: now })
    const whole = await emissions(buyer, { location_id: sold.location.id })
    expect(whole.areas[0]?.total).toEqual(half.areas[0]?.total)
    const names = (await log(buyer, { location_id: sold.location.id })).map(({ device_name }) => device_name)
    expect(names).not.toContain('Sensor of Kept')
  })
})
