import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, aUserWithRoles, giveRoles, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const [FIRST, FIFTH, SIXTH, TENTH, FIFTEENTH, TWENTIETH] = [1, 5, 6, 10, 15, 20].map(
  day => `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
) as [string, string, string, string, string, string]
const HOURS = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 3_600_000

let app: TestApp
let admin: TestUser
let owner: TestUser
let leader: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: TWENTIETH })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  leader = await researcher()
})
afterAll(() => app.close())

const researcher = (): Promise<TestUser> => aUserWithRoles(app, 'researcher')

/** A farm with two devices that measure each hour; the owner shares the temperature from the fifth on, and no humidity. */
const aProject = async (measurements = ['t']) => {
  const location = await aLocation(app, owner, { street: 'Dorpsstraat', lat: 51.4416, lon: 5.4697 })
  const devices = [await aDevice(app, owner), await aDevice(app, owner)]
  const placements = []
  for (const [index, device] of devices.entries()) {
    placements.push(await aPlacement(app, owner, device, location, { start: FIRST }))
    for (const measurement of ['t', 'h'])
      await someMeasurements(app, device, {
        from: FIRST,
        until: FIFTEENTH,
        everySeconds: 3600,
        measurement,
        value: n => 10 + index * 10 + (n % 24),
      })
  }
  const body = { name: 'Winter air', start: FIRST, end: TENTH, target_measurements: measurements }
  const { id } = await app.call(api.createResearch, { body }, leader.token)
  const params = { id }
  await app.call(api.askForConsent, { params, body: { email: owner.email } }, leader.token)
  const yes = { location_id: location.id, answer: 'yes' as const, from: FIFTH, measurements }
  await app.call(api.createConsent, { params, body: yes }, owner.token)
  return { location, devices, placements, params }
}

type Query = NonNullable<CallInput<typeof api.getResearchStatistics>['query']>
const statistics = (params: { id: number }, query: Query, token = leader.token) =>
  app.call(api.getResearchStatistics, { params, query }, token)

describe('[specification §7] data of a research project', () => {
  test('is told of each placement, by numbers, within its consent and its time', async () => {
    const { params, placements, devices } = await aProject()
    const answer = await statistics(params, { calculation: 'COUNT', measurements: 't,h', interval: 'lr' })
    expect(answer.areas.map(area => [area.location_research_id, area.device_ids, area.device_name])).toEqual(
      placements.map(({ id }, index) => [id, [devices[index]?.id], `Device ${devices[index]?.id}`]),
    )
    for (const { measurements } of answer.areas) {
      expect(Object.keys(measurements)).toEqual(['t'])
      expect(measurements.t?.bins).toBe(HOURS(FIFTH, TENTH))
    }
    expect([answer.from, answer.until]).toEqual([FIFTH, TENTH])
    expect(JSON.stringify(answer)).not.toMatch(/De Linde|Dorpsstraat|Barn/)
  })

  test('says nothing of a measurement that was told before it was shared alone', async () => {
    const { params, devices } = await aProject(['t', 'co2'])
    for (const [index, [from, until]] of (
      [
        [FIRST, FIFTH],
        [FIFTH, SIXTH],
      ] as const
    ).entries()) {
      const device = devices[index]
      if (device) await someMeasurements(app, device, { from, until, everySeconds: 3600, measurement: 'co2' })
    }
    const dates = { date_start: '2025-01-08', date_until: '2025-01-09' }
    const answer = await statistics(params, { calculation: 'COUNT', measurements: 't,co2', ...dates })
    expect(answer.areas.map(({ measurements }) => Object.keys(measurements))).toEqual([['t'], ['t', 'co2']])
    expect(answer.areas[1]?.measurements.co2).toMatchObject({ bins: 0, coverage: 0 })
  })

  test('says what there is to read, and where it was measured to 10 km', async () => {
    const { params, location, devices, placements } = await aProject()
    expect(await app.call(api.getResearchData, { params }, leader.token)).toMatchObject({
      ...{ name: 'Winter air', start: FIRST, end: TENTH, state: 'ended' },
      ...{ target_measurements: ['t'], measurements: ['t'], placements: 2, agreed: 1 },
    })
    const ids = placements.map(({ id }) => id)
    const lrs = await app.call(api.listResearchPlacements, { params }, leader.token)
    expect(lrs).toMatchObject(
      ids.map(id => ({
        location_research_id: id,
        pseudonymous: true,
        measured: ['t'],
        readable: [{ from: FIFTH, until: TENTH, measurements: ['t'] }],
      })),
    )
    expect(await app.call(api.listResearchDevices, { params }, leader.token)).toEqual(
      devices.map(({ id }, index) => ({
        ...{ device_id: id, device_name: `Device ${id}`, pseudonymous: true },
        location_research_ids: [ids[index]],
      })),
    )
    const [place, ...more] = await app.call(api.listResearchLocations, { params }, leader.token)
    expect(more).toEqual([])
    expect(place).toMatchObject({ location_id: location.id, location_name: `Location ${location.id}` })
    expect(place?.lat).not.toBe(51.4416)
    expect(place?.location_research_ids).toEqual(ids)
  })

  test('has boxes, weekday-hour maps, means and correlations of chosen placements, dates and months', async () => {
    const { params, placements } = await aProject()
    const [first] = placements.map(({ id }) => String(id))
    const box = await statistics(params, { calculation: 'BOXPLOT', measurements: 't', location_research_ids: first })
    expect(box.areas.map(area => area.measurements.t?.box)).toMatchObject([{ n: 120, min: 10, max: 33 }])
    const dates = { date_start: '2025-01-06', date_until: '2025-01-07' }
    const mean = await statistics(params, { calculation: 'MEAN', measurements: 't', ...dates })
    expect(mean.areas.map(area => area.measurements.t?.steps?.time.length)).toEqual([2, 2])
    const map = await statistics(params, { calculation: 'WEEKMAP', measurements: 't', year_months: '2025-01' })
    expect(map.areas[1]?.measurements.t?.weekmap?.n.reduce((sum, n) => sum + n, 0)).toBe(120)
    const none = statistics(params, { calculation: 'COUNT', measurements: 't', year_months: '2025-02' })
    expect((await none).areas).toEqual([])
    const { areas } = await statistics(params, { calculation: 'CORRELATION', measurements: 't', cause: 'h' })
    expect(areas.map(area => area.measurements.t?.correlation?.n)).toEqual([0, 0])
  })

  test('is read by name where it is the own, and its reading is on record for owners alone where it is by consent', async () => {
    const { params } = await aProject()
    await statistics(params, { calculation: 'MEAN', measurements: 't' })
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(reads.map(({ measurements, from, until }) => [measurements, from, until])).toEqual([
      [['t'], FIFTH, TENTH],
      [['t'], FIFTH, TENTH],
    ])
    await giveRoles(app, owner.id, ['researcher'])
    const own = await statistics(params, { calculation: 'COUNT', measurements: 't,h' }, owner.token)
    expect(own.areas.map(area => [area.location_name, area.measurements.h?.bins])).toEqual([
      ['De Linde', HOURS(FIRST, TENTH)],
      ['De Linde', HOURS(FIRST, TENTH)],
    ])
    expect(await app.call(api.listConsentReads, { params, query: {} }, owner.token)).toHaveLength(2)
    const all = await statistics(params, { calculation: 'COUNT', measurements: 't' }, admin.token)
    expect(all.areas[0]?.measurements.t?.bins).toBe(HOURS(FIRST, TENTH))
  })

  test('is on record of the project that it is read by, where an area was in two', async () => {
    await giveRoles(app, leader.id, ['researcher', 'pro_analyst'])
    const location = await aLocation(app, owner)
    const device = await aDevice(app, owner)
    const projects = []
    for (const [start, end] of [
      [FIRST, FIFTH],
      [FIFTH, null],
    ] as const) {
      await aPlacement(app, owner, device, location, { start, end })
      const body = { name: 'Air', start: FIRST, end: TENTH, target_measurements: ['t'] }
      const { id } = await app.call(api.createResearch, { body }, leader.token)
      const params = { id }
      projects.push(params)
      await app.call(api.askForConsent, { params, body: { email: owner.email } }, leader.token)
      const yes = { location_id: location.id, answer: 'yes' as const, from: start, measurements: ['t'] }
      await app.call(api.createConsent, { params, body: yes }, owner.token)
    }
    await someMeasurements(app, device, { from: FIRST, until: TENTH, everySeconds: 3600 })
    const dates = { interval: 'selection', date_start: '2025-01-01', date_end: '2025-01-12' } as const
    const query = {
      calculation: 'COUNT',
      measurements: 't',
      area_ids: String(location.area.id),
      ...dates,
    } as const
    const { areas } = await app.call(api.getStatistics, { query }, leader.token)
    expect(areas.map(({ measurements }) => measurements.t?.bins)).toEqual([HOURS(FIRST, TENTH)])
    const reads = await Promise.all(
      projects.map(params => app.call(api.listConsentReads, { params, query: {} }, owner.token)),
    )
    expect(reads.map(of => of.map(({ from, until }) => [from, until]))).toEqual([[[FIRST, FIFTH]], [[FIFTH, TENTH]]])
  })

  test('answers two projects that look alike each for itself', async () => {
    const [one, other] = [await aProject(), await aProject()]
    const query = { calculation: 'COUNT', measurements: 't' } as const
    const [mine, theirs] = await Promise.all([statistics(one.params, query), statistics(other.params, query)])
    expect(mine.areas.map(area => area.location_research_id)).toEqual(one.placements.map(({ id }) => id))
    expect(theirs.areas.map(area => area.location_research_id)).toEqual(other.placements.map(({ id }) => id))
  })

  test('is for whoever may analyse research and sees the project', async () => {
    const { params, placements } = await aProject()
    const stranger = await researcher()
    const plain = await aUser(app)
    const calls = [
      (token: string) => app.call(api.getResearchData, { params }, token),
      (token: string) => app.call(api.listResearchDevices, { params }, token),
      (token: string) => app.call(api.listResearchLocations, { params }, token),
      (token: string) => app.call(api.listResearchPlacements, { params }, token),
      (token: string) => statistics(params, { calculation: 'MEAN', measurements: 't' }, token),
    ]
    for (const call of calls) {
      await expect(call(stranger.token)).rejects.toMatchObject({ status: 404 })
      await expect(call(plain.token)).rejects.toMatchObject({ status: 403 })
    }
    const other = await aProject()
    const query = {
      calculation: 'MEAN',
      measurements: 't',
      location_research_ids: String(placements[0]?.id),
    } as const
    await expect(statistics(other.params, query)).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['a measurement nobody knows', { measurements: 'nonsense' }, 'measurements'],
    ['dates the wrong way round', { date_start: '2025-01-09', date_until: '2025-01-05' }, 'date_start'],
    ['a date without the other', { date_start: '2025-01-09' }, 'date_start'],
    ['a correlation with nothing', { calculation: 'CORRELATION' }, 'cause'],
    ['weather that was not asked for', { measurements: 'weather_t' }, 'measurements'],
  ] as const)('refuses %s', async (_, query, field) => {
    const { params } = await aProject()
    const asked = statistics(params, { calculation: 'COUNT', measurements: 't', ...query })
    await expect(asked).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })
})
