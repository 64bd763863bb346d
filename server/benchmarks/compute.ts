import {
  BENCHMARKED_KEYS,
  type Benchmarked,
  FORGOTTEN_WEEKS,
  farmsOf,
  LEAST_FARMS,
  lastWeek,
  middleHalf,
  weekAfter,
  wouldShowFarm,
} from '#shared/rules/benchmarks/middle-half.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { LEAST_WEEK_DAYS } from '#shared/rules/science/group-difference.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { median } from '#shared/rules/science/median.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { wordsIn } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import { readStatistics } from '../statistics/read-statistics.ts'
import { activeAccount } from '../users/accounts.ts'
import {
  agreementsBefore,
  type BenchmarkRow,
  benchmarksFrom,
  forgetBefore,
  insertBenchmarks,
  noteWeek,
  peopleAt,
  takeWeek,
} from './store.ts'

type Working = Pick<Services, 'db' | 'series' | 'now' | 'log'>
type Agreed = Awaited<ReturnType<typeof agreementsBefore>>[number]

/** A run that has not said for so long that it goes on has died with its process. */
const LEASE_MS = 10 * MINUTE_MS
const DAYS = 7
/** Weeks for which what a location gave is kept, and the middle halves. */
const KEPT_VALUES = FORGOTTEN_WEEKS + 1
const KEPT_WEEKS = 53

/** Mean of an area in the week. */
interface AreaValue {
  location_id: number
  area_id: number
  area_type_id: number
  measurement: Benchmarked
  value: number
}

const iso = (time: number): string => new Date(time).toISOString()

/**
 * Works out the last week that is over, once: of several processes one does it, and what is published is never changed. A farm
 * that takes its agreement back meanwhile is in none of it.
 */
export const computeBenchmarks = async (services: Working): Promise<void> => {
  const { db, now } = services
  const week = lastWeek(now())
  const taken = await takeWeek(db, week, iso(now()), iso(now() + LEASE_MS))
  if (!taken) return
  const held = { week, run: taken.run }
  // An agreement made in the middle of a week counts from the next one on.
  const agreed = await agreementsBefore(db, `${week}T00:00:00.000Z`)
  const values: AreaValue[] = []
  // Locations of a person are read together.
  for (const of of Map.groupBy(agreed, ({ user_id, time_zone }) => `${user_id} ${time_zone}`).values()) {
    values.push(...(await valuesAt(services, of, week)))
    if (!(await noteWeek(db, held, { taken_until: iso(now() + LEASE_MS) }))) return
  }
  await serializable(db, async trx => {
    const still = new Map((await agreementsBefore(trx, `${week}T00:00:00.000Z`)).map(one => [one.location_id, one]))
    if (!(await noteWeek(trx, held, { done_at: iso(now()) }))) return
    const given = values.filter(({ location_id }) => still.has(location_id))
    const farms = farmsOf(await peopleAt(trx, [...new Set(given.map(({ location_id }) => location_id))]))
    const before = await benchmarksFrom(trx, weekAfter(week, -FORGOTTEN_WEEKS * DAYS))
    await insertBenchmarks(
      trx,
      published(week, given, farms, before),
      given.map(({ location_id: _, ...value }) => ({ ...value, week })),
    )
    await forgetBefore(trx, weekAfter(week, -KEPT_VALUES * DAYS), weekAfter(week, -KEPT_WEEKS * DAYS))
  })
}

/** Means of the week of each area of locations of one person and time zone, read as that person may read them. */
const valuesAt = async (
  { db, series, now, log }: Working,
  of: readonly Agreed[],
  week: string,
): Promise<AreaValue[]> => {
  const { user_id, time_zone } = elementAt(of, 0)
  const ids = new Set(of.map(({ location_id }) => location_id))
  const person = await activeAccount(db, user_id)
  if (!person) return []
  // An administrator agreed for the own location, and sees no more of it than any owner.
  const user = { ...person, admin: false }
  try {
    const { areas } = await readStatistics(
      { db, series, now, user, t: wordsIn(person.locale) },
      {
        calculation: 'MEAN',
        measurements: [...BENCHMARKED_KEYS],
        interval: 'selection',
        index: 0,
        date_start: week,
        date_end: weekAfter(week, DAYS - 1),
        timezone: time_zone,
        step: 'day',
        without_empty: true,
      },
      // Data that others share with a project of this person is not theirs to give, and stays unread: nobody looks at it.
      { each: 'area', project: null, locations: ids },
    )
    return areas.flatMap(({ location_id, area_id, area_type_id, measurements }) =>
      BENCHMARKED_KEYS.flatMap(measurement => {
        const { steps, averaging } = measurements[measurement] ?? {}
        const days = steps?.mean.filter((mean, index) => mean !== null && steps.valid[index]) ?? []
        const value = days.length < LEAST_WEEK_DAYS ? null : meanOf(averaging ?? 'arithmetic', days as number[])
        return value === null ? [] : [{ location_id, area_id, area_type_id, measurement, value }]
      }),
    )
  } catch (error) {
    // Locations that cannot be read must not keep the others from being compared.
    if (!(error instanceof Failure)) log.error({ err: error, locations: [...ids] }, 'no benchmark of locations')
    return []
  }
}

/** Middle halves that may be told: of at least five farms, of which none more or less than before would show what it has. */
const published = (
  week: string,
  given: readonly AreaValue[],
  farms: readonly (readonly number[])[],
  before: readonly BenchmarkRow[],
): BenchmarkRow[] =>
  [...Map.groupBy(given, ({ area_type_id, measurement }) => `${area_type_id} ${measurement}`).values()].flatMap(of => {
    const [first] = of
    if (!first) return []
    const { area_type_id, measurement } = first
    const byLocation = Map.groupBy(of, ({ location_id }) => location_id)
    const giving = farms.flatMap(locations => {
      const values = locations.flatMap(id => (byLocation.get(id) ?? []).map(({ value }) => value))
      return values.length > 0 ? [{ locations: locations.filter(id => byLocation.has(id)), value: median(values) }] : []
    })
    if (giving.length < LEAST_FARMS) return []
    // Weeks that were told may have been kept: this one is laid beside each of them.
    const told = before.filter(one => one.area_type_id === area_type_id && one.measurement === measurement)
    const now = giving.map(({ locations }) => locations)
    if (told.some(({ farms }) => wouldShowFarm(fromJson(farms), now))) return []
    const half = middleHalf(
      giving.map(({ value }) => value),
      measurement,
    )
    return half ? [{ week, area_type_id, measurement, farms: jsonOf(now.map(ids => [...ids])), ...half }] : []
  })

/** First week of which a location is still told. */
export const oldestTold = (now: number): string => iso(now - 4 * DAYS * DAY_MS).slice(0, 10)
