import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFault } from '../../server/testing/a-fault.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPhoto } from '../../server/testing/a-photo.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aRental } from '../../server/testing/a-rental.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { accepted } from '../../server/testing/accepted.ts'
import { anAlertRow } from '../../server/testing/an-alert.ts'
import { aPreview } from '../../server/testing/an-import.ts'
import { anInsight } from '../../server/testing/an-insight.ts'
import { anInspection } from '../../server/testing/an-inspection.ts'
import { someMeasurements } from '../../server/testing/some-measurements.ts'
import type { TestApp } from '../../server/testing/start-test-app.ts'

/** People around one device, in the order in which they came to it. */
export const ROLES = ['seller', 'former', 'accomplice', 'buyer', 'present', 'host', 'future', 'stranger'] as const
export type Role = (typeof ROLES)[number]

/** Moments of its life: with the seller, lent to the former renter, with the seller again, with the buyer, lent to the present renter. */
export const MOMENTS = ['a', 'b', 'c', 'd', 'e'] as const
export type Moment = (typeof MOMENTS)[number]
export const TIMES: Record<Moment, string> = {
  a: '2025-01-02T12:00:00.000Z',
  b: '2025-01-04T12:00:00.000Z',
  c: '2025-01-06T12:00:00.000Z',
  d: '2025-01-09T12:00:00.000Z',
  e: '2025-01-11T12:00:00.000Z',
}
/** Values that the device measures at each of them. */
export const VALUES: Record<Moment, number> = { a: 11, b: 12, c: 13, d: 21, e: 22 }
/** Calibrated at each of them: a measurement of its own, so that none takes over from another. */
const CALIBRATED: Record<Moment, string> = { a: 'co2', b: 'nh3', c: 'light', d: 'h', e: 'air_speed' }

export const hoursAfter = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString()

/** A message as it came, which measured nothing of before. */
const aRawMessage = async (test: TestApp, device_id: number, at: string): Promise<number> => {
  const read = { door: 'json', body: '{}', cut: 0, accepted: 0, refused: 0, became: '[]' }
  const row = { device_id, at, earliest: at, ...read }
  return (await test.services.db.insertInto('raw_messages').values(row).returning('id').executeTakeFirstOrThrow()).id
}

type Ids = Record<Moment, number>
const KINDS = [
  'photos',
  'manual',
  'imports',
  'calibrations',
  'faults',
  'alerts',
  'insights',
  'raw',
  'inspections',
] as const

/**
 * A device that was lent, sold and lent again. The former renter made an accomplice a co-owner of the barn it hung in before
 * the rental ended; the present renter hangs it in a barn that a host owns, too.
 */
export const aLife = async (test: TestApp) => {
  const people = {} as Record<Role, TestUser>
  for (const role of ROLES) people[role] = await aUser(test, { name: `Person ${role}` })
  const { seller, former, accomplice, buyer, present, host, future } = people
  test.clock.set('2025-01-01T00:00:00Z')
  let device = await aDevice(test, seller, { name: 'Monitor' })
  const byDevice = { params: { id: device.id } }
  const barns = {} as Record<Role, Awaited<ReturnType<typeof aLocation>>>
  for (const role of ROLES) barns[role] = await aLocation(test, people[role], { name: `Barn of ${role}` })
  const ids = Object.fromEntries(KINDS.map(kind => [kind, {}])) as Record<(typeof KINDS)[number], Ids>

  const live = async (moment: Moment, person: TestUser, barn?: Awaited<ReturnType<typeof aLocation>>) => {
    const time = TIMES[moment]
    test.clock.set(hoursAfter(time, 1))
    await someMeasurements(test, device, {
      from: hoursAfter(time, -1),
      until: hoursAfter(time, 0.01),
      value: () => VALUES[moment],
    })
    await test.app.settle()
    ids.photos[moment] = (await aPhoto(test, device.key, { time })).id
    const by = { device_id: device.id, time, measurement: 'dust', value: 5, note: moment }
    ids.manual[moment] = (await test.call(api.createManual, { body: { ...by, measurement: 'nh3' } }, person.token)).id
    const calibration = {
      device_id: device.id,
      measurement: CALIBRATED[moment],
      method: 'manual' as const,
      offset: 1,
      valid_from: time,
    }
    ids.calibrations[moment] = (await test.call(api.createCalibration, { body: calibration }, person.token)).id
    const file = `time,h\n${time.slice(0, 19)}Z,50\n`
    const { import: made } = await aPreview(test, person, device.id, file)
    await test.call(api.commitImport, { params: { id: made.id } }, person.token)
    ids.imports[moment] = made.id
    ids.faults[moment] = (await aFault(test, device, { start: time, end: hoursAfter(time, 0.5) })).id
    // Each of another field: of one there is a row a day.
    await test.app.settle()
    const refused = { field: `none_${moment}`, code: 'no_number', last_value: `none at ${moment}`, last_time: time }
    await test.services.db
      .insertInto('refusals')
      .values({ device_id: device.id, day: time.slice(0, 10), count: 1, ...refused })
      .execute()
    ids.raw[moment] = await aRawMessage(test, device.id, time)
    ids.alerts[moment] = await anAlertRow(test, device, {
      kind: 'battery_low',
      state: 'resolved',
      fired_at: time,
      resolved_at: hoursAfter(time, 0.5),
      location_id: barn?.id ?? null,
      location_name: barn?.name ?? null,
      area_id: barn?.area.id ?? null,
      area_name: barn?.area.name ?? null,
    })
    if (barn) {
      ids.inspections[moment] = (await anInspection(test, person, barn, { date: time })).id
      ids.insights[moment] = (
        await anInsight(test, barn.area, device, {
          day: time.slice(0, 10),
          start: hoursAfter(time, -1),
          end: hoursAfter(time, 1),
        })
      ).id
    }
  }

  await live('a', seller)
  test.clock.set('2025-01-03T00:00:00Z')
  const lent = await aRental(test, seller, device, former)
  const there = await aPlacement(test, former, device, barns.former, { start: '2025-01-03T00:00:00Z' })
  await live('b', former, barns.former)
  const owners = [former.email, accomplice.email]
  await test.call(
    api.updateLocation,
    { params: { id: barns.former.id }, body: { name: barns.former.name, owners } },
    former.token,
  )
  await accepted(test, accomplice)
  test.clock.set('2025-01-05T00:00:00Z')
  await test.call(api.deleteRental, { params: { id: lent.id } }, seller.token)
  await live('c', seller)
  test.clock.set('2025-01-08T00:00:00Z')
  await test.call(api.createTransfer, { ...byDevice, body: { email: buyer.email } }, seller.token)
  await accepted(test, buyer)
  const oldKey = device.key
  const { key } = await test.call(api.createKey, { ...byDevice, body: {} }, buyer.token)
  device = { ...device, key }
  await live('d', buyer)
  test.clock.set('2025-01-10T00:00:00Z')
  await aRental(test, buyer, device, present)
  await test.call(
    api.updateLocation,
    {
      params: { id: barns.present.id },
      body: { name: barns.present.name, owners: [present.email, host.email] },
    },
    present.token,
  )
  await accepted(test, host)
  const here = await aPlacement(test, present, device, barns.present, { start: '2025-01-10T00:00:00Z' })
  await live('e', present, barns.present)
  await aRental(test, buyer, device, future, { start: '2025-01-20T00:00:00Z' })
  test.clock.set('2025-01-12T00:00:00Z')
  await test.app.settle()
  return { people, device, oldKey, barns, ids, placements: { b: there.id, e: here.id } }
}
export type Life = Awaited<ReturnType<typeof aLife>>
