import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertBacktestEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aRule } from '../../server/testing/a-rule.ts'
import { isMissing, linesOf, type Row, utc, valuesOf } from './data-files.ts'
import { aPlaceWithADevice, type Place, sendRows } from './send-and-ask.ts'

const NH3 = 4
/** Messages that come together: the newest of them is no older than an hour. */
const TOGETHER = 8

interface Episode {
  from: string
  until: string | null
  worst: number
}

const iso = (time: number): string => new Date(time).toISOString()

/** Times at which a value goes beyond `limit` and comes back to `clear`, counted in the plainest way. */
const episodesOf = (values: readonly { at: number; value: number }[], limit: number, clear: number): Episode[] => {
  const episodes: Episode[] = []
  let open: Episode | null = null
  for (const { at, value } of values) {
    if (open) {
      open.worst = Math.max(open.worst, value)
      if (value <= clear) {
        open.until = iso(at)
        open = null
      }
    } else if (value > limit) {
      open = { from: iso(at), until: null, worst: value }
      episodes.push(open)
    }
  }
  return episodes
}

describe.skipIf(isMissing)('ammonia of a broiler house, every 5 minutes for ten days', () => {
  let place: Place
  let nh3: { at: number; value: number }[]
  const LIMITS = [
    { threshold_value: 20, clear_value: 17 },
    { threshold_value: 10, clear_value: 8.5 },
    { threshold_value: 5, clear_value: 5 },
  ]

  beforeAll(async () => {
    const rows: Row[] = linesOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz')
      .slice(1)
      .map(line => line.split(','))
      .map(cells => ({ at: utc(cells[0]!), values: valuesOf(cells, { nh3: 4 }) }))
      .filter(row => row.values.nh3 !== undefined)
    nh3 = rows.map(row => ({ at: row.at, value: row.values.nh3! }))
    place = await aPlaceWithADevice('Asia/Jakarta', iso(rows[0]!.at))
    for (const limit of LIMITS) await aRule(place, place.owner, limit)
    for (let at = 0; at < rows.length; at += TOGETHER) {
      const some = rows.slice(at, at + TOGETHER)
      place.clock.set(some.at(-1)!.at + 1000)
      await sendRows(place, some, row => row.at)
      await place.app.settle()
    }
  })
  afterAll(() => place?.close())

  it.each(LIMITS)(
    '[decisions §7] fires and ends with the very messages: %j',
    async ({ threshold_value, clear_value }) => {
      const wanted = episodesOf(nh3, threshold_value, clear_value)
      const alerts = await place.call(alertEndpoints.listAlerts, { query: { limit: 1000 } }, place.owner.token)
      const ofRule = alerts.filter(one => one.threshold_value === threshold_value)
      const got = ofRule.map(one => ({ from: one.fired_at, until: one.resolved_at, worst: one.worst_value }))
      expect(got.toSorted((a, b) => (a.from < b.from ? -1 : 1))).toEqual(wanted)
      console.info(
        `NH3 > ${threshold_value} ppm, over at ${clear_value}: ${wanted.length} episodes of ${nh3.length} readings`,
      )
    },
  )

  it.each(LIMITS)('[decisions §7] trying the rule finds the same: %j', async limit => {
    const rule = { physical_quantity_id: NH3, calculation_minutes: 0 as const, ...limit }
    const found = await place.call(
      alertBacktestEndpoints.backtestAlertRule,
      { body: { days: 30, rule } },
      place.owner.token,
    )
    const wanted = episodesOf(nh3, limit.threshold_value, limit.clear_value)
    const begins = (from: string) => iso(Math.floor(Date.parse(from) / MINUTE_MS) * MINUTE_MS + MINUTE_MS)
    // The minute that has not ended is not looked at.
    const until = Date.parse(found.until)
    const ended = wanted.filter(one => Date.parse(one.from) < until)
    expect(found.firings.map(({ from, worst }) => ({ from, worst }))).toEqual(
      ended.map(({ from, worst }) => ({ from: begins(from), worst })),
    )
  })

  it('[science §5] an hour’s mean fires as often as its plain count does', async () => {
    const rule = { physical_quantity_id: NH3, calculation_minutes: 60 as const, threshold_value: 10, clear_value: 8.5 }
    const found = await place.call(
      alertBacktestEndpoints.backtestAlertRule,
      { body: { days: 30, rule } },
      place.owner.token,
    )
    const last = Date.parse(found.until)
    const means: { at: number; value: number }[] = []
    for (let at = nh3[0]!.at; at <= last; at += MINUTE_MS) {
      const inside = nh3.filter(one => one.at >= at - 60 * MINUTE_MS && one.at < at)
      const lengths = inside.map((one, index) => Math.min(15 * MINUTE_MS, (inside[index + 1]?.at ?? at) - one.at))
      const covered = lengths.reduce((sum, length) => sum + length, 0)
      if (covered < 30 * MINUTE_MS) continue
      means.push({ at, value: inside.reduce((sum, one, index) => sum + one.value * lengths[index]!, 0) / covered })
    }
    const wanted = episodesOf(means, 10, 8.5)
    expect(found.firings.map(one => one.from)).toEqual(wanted.map(one => one.from))
    console.info(`mean of an hour > 10 ppm: ${wanted.length} episodes`)
  })
})
