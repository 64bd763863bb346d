import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlertRuleInput, alertBacktestEndpoints, alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { roundEndpoints } from '#shared/contract/places/rounds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { transferPlaces } from '../../locations/owners.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aUser } from '../../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching } from '../../testing/watching.ts'
import { evaluateMinute } from '../evaluation/minute.ts'

/** Comfort of 33.2 ± 1.5 °C on the day in, of 22.7 ± 1.5 °C from day 27 on. */
const CURVE = [
  { age: 0, temperature: 33.2 },
  { age: 27, temperature: 22.7 },
]
const TEMPERATURE = 1
/** Too warm for grown broilers; comfort for chicks. */
const TOO_WARM = { physical_quantity_id: TEMPERATURE, threshold_value: 26, clear_value: 25, by_age: true } as const
const TOO_COLD = {
  physical_quantity_id: TEMPERATURE,
  comparator: 'less',
  threshold_value: 18,
  clear_value: 19,
  by_age: true,
} as const

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const { aFarm, send, alertsOf } = createWatching(() => app)

const dateIn = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A broiler barn where a device hangs since `days` days ago. */
const aBarn = async (days = 60) => {
  const farm = await aFarm()
  const location = await aLocation(app, farm.owner, { time_zone: 'UTC' })
  const start = new Date(app.clock.now() - days * DAY_MS).toISOString()
  await aPlacement(app, farm.owner, farm.device, location, { start })
  const round = (changes = {}) =>
    app.call(
      roundEndpoints.createRound,
      {
        params: { id: location.area.id },
        body: { date_in: dateIn(0), animals: 1000, curve: { points: CURVE }, ...changes },
      },
      farm.owner.token,
    )
  return { ...farm, area: location.area, round }
}

describe('an alert rule that follows the age of the animals', () => {
  test.each([0, 15] as const)('warns chicks of cold and not of warmth, looking back %i minutes', async minutes => {
    const barn = await aBarn()
    const warm = await aRule(app, barn.owner, { ...TOO_WARM, calculation_minutes: minutes })
    const cold = await aRule(app, barn.owner, { ...TOO_COLD, calculation_minutes: minutes })
    await barn.round()
    const measure = async (t: number) => {
      for (let passed = 0; passed < 16; passed++) {
        app.clock.forward(MINUTE_MS)
        await send({ t }, barn)
      }
      await evaluateMinute(app.services)
    }
    await measure(33)
    expect(await alertsOf(barn)).toEqual([])
    await measure(25)
    // Comfort on the day in is 31.7 to 34.7 °C; the way back is as long as the rule's own.
    expect(await alertsOf(barn)).toMatchObject([
      { alert_rule_id: cold.id, state: 'firing', threshold_value: 31.7, clear_value: 32.7, worst_value: 25 },
    ])
    await measure(33)
    expect(await alertsOf(barn)).toMatchObject([{ alert_rule_id: cold.id, state: 'resolved' }])
    await measure(36)
    expect((await alertsOf(barn)).find(({ state }) => state === 'firing')).toMatchObject({
      alert_rule_id: warm.id,
      threshold_value: 34.7,
    })
  })

  test('warns at the edge of the band that somebody typed with the round, with a curve or without', async () => {
    const barn = await aBarn()
    await aRule(app, barn.owner, TOO_WARM)
    await barn.round({ curve: null, bands: [{ measure: 't', points: [{ age: 0, low: 20, high: 28.5 }] }] })
    await send({ t: 28 }, barn)
    expect(await alertsOf(barn)).toEqual([])
    app.clock.forward(3 * MINUTE_MS)
    await send({ t: 29 }, barn)
    expect(await alertsOf(barn)).toMatchObject([{ state: 'firing', threshold_value: 28.5 }])
  })

  test('keeps its own threshold where no round runs, and for what has no curve', async () => {
    const barn = await aBarn()
    await aRule(app, barn.owner, TOO_WARM)
    const nh3 = await aRule(app, barn.owner, { by_age: true })
    await send({ t: 27 }, barn)
    expect(await alertsOf(barn)).toMatchObject([{ threshold_value: 26 }])
    await barn.round()
    app.clock.forward(3 * MINUTE_MS)
    await send({ nh3: 30 }, barn)
    expect((await alertsOf(barn)).find(({ alert_rule_id }) => alert_rule_id === nh3.id)).toMatchObject({
      threshold_value: 20,
    })
  })

  test('is tried on the past by the age of each day', async () => {
    const barn = await aBarn(12)
    const now = Math.floor(app.clock.now() / HOUR_MS) * HOUR_MS
    app.clock.set(now)
    // 30 °C throughout: comfort ends at 32 °C on day 7, and at 29.6 °C on day 13, which is today.
    await barn.round({ date_in: dateIn(-6), age_in: 7, curve: { points: CURVE } })
    const rows = Array.from(
      { length: 10 * 144 },
      (_, n): ReadingRow => [barn.device.id, 't', now - n * 10 * MINUTE_MS, 30],
    )
    await insertReadings(app, rows)
    const tried = (changes: Partial<AlertRuleInput>) =>
      app.call(
        alertBacktestEndpoints.backtestAlertRule,
        { body: { days: 7, rule: { ...TOO_WARM, calculation_minutes: 0, ...changes } } },
        barn.owner.token,
      )
    expect((await tried({ by_age: false })).firings).toHaveLength(1)
    const { firings, limits } = await tried({})
    // It was too warm before the round by the rule's own threshold; since then by none until today.
    expect(firings.map(({ from, worst }) => [from.slice(0, 10), worst])).toEqual([
      [dateIn(-7), 30],
      [dateIn(0), 30],
    ])
    expect(limits[2]).toMatchObject({ threshold_value: 26, firings: 2 })
  })
})

describe('an area that somebody said is empty', () => {
  const COLD = { comparator: 'less', physical_quantity_id: TEMPERATURE, threshold_value: 15, clear_value: 16 } as const
  const cold = async (barn: Awaited<ReturnType<typeof aBarn>>) => {
    for (let passed = 0; passed < 3; passed++) {
      app.clock.forward(MINUTE_MS)
      await send({ t: 10 }, barn)
    }
    await evaluateMinute(app.services)
  }
  const open = async (barn: Awaited<ReturnType<typeof aBarn>>) =>
    (await alertsOf(barn)).filter(({ state }) => state === 'firing').length
  const shown = async (barn: Awaited<ReturnType<typeof aBarn>>) =>
    (await app.call(api.listLocations, {}, barn.owner.token)).flatMap(({ areas }) => areas)[0]
  const byArea = async (barn: Awaited<ReturnType<typeof aBarn>>) => ({ params: { id: (await shown(barn))?.id ?? 0 } })

  test('keeps every rule of what is measured there still, ends what is open, and holds again once it is over', async () => {
    // Trying rules has set the clock back: a minute that was evaluated is not evaluated again.
    app.clock.forward(2 * HOUR_MS)
    const barn = await aBarn()
    await aRule(app, barn.owner, { ...COLD, calculation_minutes: 0 })
    await cold(barn)
    expect(await open(barn)).toBe(1)
    const where = await byArea(barn)
    await app.call(api.pauseArea, { ...where, body: {} }, barn.owner.token)
    expect(await shown(barn)).toMatchObject({ empty_since: dateIn(0), pause: { since: dateIn(0), until: null } })
    await cold(barn)
    expect(await alertsOf(barn)).toMatchObject([{ state: 'resolved', ended_by: 'empty' }])
    await cold(barn)
    expect(await alertsOf(barn)).toHaveLength(1)
    await app.call(api.resumeArea, where, barn.owner.token)
    await cold(barn)
    expect(await open(barn)).toBe(1)
    expect(await shown(barn)).not.toHaveProperty('pause')
  })

  test('is so until the day that was said, or until a round begins', async () => {
    const barn = await aBarn()
    const where = await byArea(barn)
    await expect(
      app.call(api.pauseArea, { ...where, body: { until: dateIn(0) } }, barn.owner.token),
    ).rejects.toMatchObject({ status: 422, errors: { until: [expect.any(String)] } })
    await app.call(api.pauseArea, { ...where, body: { until: dateIn(2) } }, barn.owner.token)
    expect(await shown(barn)).toMatchObject({ pause: { until: dateIn(2) } })
    app.clock.forward(3 * 24 * HOUR_MS)
    expect(await shown(barn)).not.toHaveProperty('pause')
    await app.call(api.pauseArea, { ...where, body: {} }, barn.owner.token)
    expect(await shown(barn)).toHaveProperty('pause')
    await barn.round({ date_in: dateIn(0) })
    expect(await shown(barn)).not.toHaveProperty('pause')
    await expect(app.call(api.pauseArea, { ...where, body: {} }, barn.owner.token)).rejects.toMatchObject({
      status: 422,
    })
  })

  test.each([
    ['that began today', 0],
    ['that began the day before', -1],
  ])('is never so again once a round %s is over', async (_, first) => {
    const barn = await aBarn()
    const where = await byArea(barn)
    await app.call(api.pauseArea, { ...where, body: {} }, barn.owner.token)
    const { id, version } = await barn.round({ date_in: dateIn(first) })
    app.clock.forward(40 * 24 * HOUR_MS)
    await app.call(
      roundEndpoints.updateRound,
      { params: { id }, body: { version, date_in: dateIn(first - 40), date_out: dateIn(-1), animals: 1000 } },
      barn.owner.token,
    )
    expect(await shown(barn)).not.toHaveProperty('pause')
  })

  test('is asked about anew by its next owner, and once it was deleted', async () => {
    const barn = await aBarn()
    const where = await byArea(barn)
    const pause = () => app.call(api.pauseArea, { ...where, body: {} }, barn.owner.token)
    await pause()
    await app.call(api.deleteArea, where, barn.owner.token)
    await app.call(api.restoreArea, where, barn.owner.token)
    expect(await shown(barn)).not.toHaveProperty('pause')
    await pause()
    const buyer = await aUser(app)
    const [location] = await app.call(api.listLocations, {}, barn.owner.token)
    await app.services.db
      .transaction()
      .execute(trx =>
        transferPlaces(app.services, trx, [location?.id ?? 0], { from: barn.owner.email, to: buyer.email }),
      )
    const [theirs] = await app.call(api.listLocations, {}, buyer.token)
    expect(theirs?.areas[0]?.id).toBe(where.params.id)
    expect(theirs?.areas[0]).not.toHaveProperty('pause')
  })

  test('still warns of the device itself, also by a rule that leaves empty areas out', async () => {
    const barn = await aBarn()
    const types = taxonomyLists('en').measurement_types
    const signal = types.find(({ abbreviation }) => abbreviation === 'rssi')?.physical_quantity_id ?? 0
    const weak = { comparator: 'less', physical_quantity_id: signal, threshold_value: -90, clear_value: -80 } as const
    await aRule(app, barn.owner, { ...weak, calculation_minutes: 0, exclude_empty: true })
    await app.call(api.pauseArea, { ...(await byArea(barn)), body: {} }, barn.owner.token)
    app.clock.forward(MINUTE_MS)
    await send({ rssi: -120 }, barn)
    expect(await open(barn)).toBe(1)
  })

  test('is said by who may edit it alone', async () => {
    const barn = await aBarn()
    const stranger = await aUser(app)
    const where = await byArea(barn)
    await expect(app.call(api.pauseArea, { ...where, body: {} }, stranger.token)).rejects.toMatchObject({ status: 404 })
    await expect(app.call(api.resumeArea, where, stranger.token)).rejects.toMatchObject({ status: 404 })
  })
})

describe('an alert rule that leaves empty areas out', () => {
  test.each([0, 15] as const)(
    'ends its alert when the area is emptied, and keeps still, looking back %i minutes',
    async minutes => {
      const barn = await aBarn()
      const rest = {
        comparator: 'less',
        physical_quantity_id: TEMPERATURE,
        threshold_value: 15,
        clear_value: 16,
      } as const
      const still = await aRule(app, barn.owner, { ...rest, exclude_empty: true, calculation_minutes: minutes })
      const always = await aRule(app, barn.owner, { ...rest, calculation_minutes: minutes })
      const cold = async () => {
        for (let passed = 0; passed < 16; passed++) {
          app.clock.forward(MINUTE_MS)
          await send({ t: 10 }, barn)
        }
        await evaluateMinute(app.services)
      }
      const { id, version } = await barn.round({ date_in: dateIn(-5) })
      await cold()
      const open = async () =>
        (await alertsOf(barn)).filter(({ state }) => state === 'firing').map(({ alert_rule_id }) => alert_rule_id)
      expect((await open()).sort()).toEqual([still.id, always.id].sort())
      await app.call(
        roundEndpoints.updateRound,
        {
          params: { id },
          body: { version, date_in: dateIn(-5), date_out: dateIn(0), animals: 1000, curve: { points: CURVE } },
        },
        barn.owner.token,
      )
      await cold()
      expect(await open()).toEqual([always.id])
      expect((await alertsOf(barn)).find(({ alert_rule_id }) => alert_rule_id === still.id)).toMatchObject({
        ended_by: 'empty',
      })
    },
  )

  test('is not evaluated for days on which the area was empty when it is tried', async () => {
    const barn = await aBarn(12)
    const now = Math.floor(app.clock.now() / HOUR_MS) * HOUR_MS
    app.clock.set(now)
    await barn.round({ date_in: dateIn(-9), date_out: dateIn(-5), curve: null })
    await barn.round({ date_in: dateIn(-2), curve: null })
    await insertReadings(
      app,
      Array.from({ length: 1440 }, (_, n): ReadingRow => [barn.device.id, 't', now - n * 10 * MINUTE_MS, 10]),
    )
    const rule = { ...TOO_COLD, by_age: false, exclude_empty: true, calculation_minutes: 0 } as const
    const found = await app.call(
      alertBacktestEndpoints.backtestAlertRule,
      { body: { days: 7, rule } },
      barn.owner.token,
    )
    const whole = await app.call(
      alertBacktestEndpoints.backtestAlertRule,
      { body: { days: 7, rule: { ...rule, exclude_empty: false } } },
      barn.owner.token,
    )
    expect(whole.coverage).toBeCloseTo(1, 1)
    // Three of seven days are left out; the rest can tell.
    const told = found.series[0]?.values.filter(value => value !== null).length ?? 0
    const all = whole.series[0]?.values.filter(value => value !== null).length ?? 0
    expect(told / all).toBeCloseTo(4 / 7, 1)
  })
})

test('default rules of comfort follow the age and leave empty areas out, limits of law do neither', async () => {
  const { owner } = await aFarm()
  const defaults = await app.call(alertRuleEndpoints.listDefaultAlertRules, {}, owner.token)
  const of = (key: string) => defaults.find(one => one.key === key)?.rule
  expect(of('broiler.temperature.high')).toMatchObject({ by_age: true, exclude_empty: true, area_type_id: BROILER })
  expect(of('broiler.nh3.limit')).toMatchObject({ by_age: false, exclude_empty: false })
  expect(defaults.filter(({ rule }) => rule.by_age).every(({ key }) => /temperature|humidity/.test(key))).toBe(true)
})
