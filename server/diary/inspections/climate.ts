import { type InspectionClimate, MAX_CLIMATES } from '#shared/contract/diary/inspections.ts'
import { CLIMATE_MINUTES } from '#shared/contract/fixed.ts'
import { gradeApplies, gradeOf } from '#shared/rules/science/grade.ts'
import { meanOf as meanOfValues } from '#shared/rules/science/mean.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import { placementsOfLocations } from '../../devices/placement/placements.ts'
import type { Database } from '../../kit/database/database.ts'
import { listParameter } from '../../kit/database/list-parameter.ts'
import { number, readRows, textColumn } from '../../kit/database/read-rows.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { boundariesAt, namedByAge, roundsIn } from '../../locations/rounds/comfort.ts'
import { readingsIn } from '../../series/readings.ts'
import { averagingOfKey, meanOfKeys } from '../../series/statistics.ts'
import { MEASUREMENT_TYPES, measurementTypeOf } from '../../taxonomy/types.ts'
import { requireInspections } from '../access.ts'
import { areasOfInspections, type InspectionRow } from '../store.ts'

const AROUND_MS = CLIMATE_MINUTES * 60_000

const KEYS = MEASUREMENT_TYPES.filter(type => type.show_in_dials).map(type => type.abbreviation)

type Placement = Awaited<ReturnType<typeof placementsOfLocations>>[number]

/** Readings of the devices that hung somewhere around a time count for an inspection. Epoch ms, from ≤ t < until. */
interface Window {
  row: InspectionRow
  from: number
  until: number
  places: Placement[]
  /** Rounds that ran there then, by area. */
  rounds: Awaited<ReturnType<typeof roundsIn>>
}

/** The climate around each inspection, in the order asked, all of it from one query. */
export const climateAround = async (
  context: Services & { user: Caller; t: Words },
  ids: number[],
): Promise<InspectionClimate[]> => {
  const { db, user, t } = context
  if (ids.length > MAX_CLIMATES)
    throw new Failure('no_valid_input', {
      fields: { inspection_ids: [t('fields.too_many', { limit: MAX_CLIMATES })] },
    })
  const rows = new Map((await requireInspections(db, user, ids)).map(row => [row.id, row]))
  const windows = await windowsOf(db, [...rows.values()])
  const means = await meansOf(context, windows)
  return ids.map(id => ({
    inspection_id: id,
    values: KEYS.flatMap(key => {
      const window = windows.find(one => one.row.id === id)
      return window ? climateValue(window, key, means) : []
    }),
  }))
}

const windowsOf = async (db: Database, rows: InspectionRow[]): Promise<Window[]> => {
  const areas = Map.groupBy(
    await areasOfInspections(
      db,
      rows.map(row => row.id),
    ),
    area => area.inspection_id,
  )
  const placements = await placementsOfLocations(db, [...new Set(rows.map(row => row.location_id))])
  const byLocation = Map.groupBy(placements, place => place.location_id)
  const times = rows.map(row => Date.parse(row.date))
  const areaIds = [...new Set(placements.map(place => place.area_id))]
  const rounds = rows.length ? await roundsIn(db, areaIds, Math.min(...times), Math.max(...times)) : new Map()
  return rows.map(row => {
    const own = new Set(areas.get(row.id)?.map(area => area.id))
    const places = (byLocation.get(row.location_id) ?? []).filter(
      place =>
        (row.whole === 1 || own.has(place.area_id)) &&
        place.start <= row.date &&
        (place.end === null || row.date < place.end),
    )
    const time = Date.parse(row.date)
    return { row, places, rounds, from: time - AROUND_MS, until: time + AROUND_MS }
  })
}

/** Mean by inspection, key and device. */
type Means = Map<string, number>
const nameOf = (inspection: number, key: string, device: number): string => `${inspection} ${key} ${device}`

const meansOf = async ({ db, series }: Services, windows: Window[]): Promise<Means> => {
  const used = windows.filter(window => window.places.length > 0)
  if (used.length === 0) return new Map()
  const devicesOf = ({ places }: Window) => [...new Set(places.map(place => place.device_id))]
  const corrections = await correctionsOf(db, [...new Set(used.flatMap(devicesOf))])
  const sources = used.flatMap(window =>
    devicesOf(window).map(deviceId => ({ deviceId, ranges: [{ from: window.from, until: window.until }] })),
  )
  const readings = readingsIn({ parts: [sources], keys: KEYS, corrections })
  if (!readings) return new Map()
  const { mean, params } = meanOfKeys(KEYS)
  const lists = {
    ids: listParameter(
      'inspections',
      'Int64',
      used.map(({ row }) => row.id),
    ),
    from: listParameter(
      'froms',
      'Int64',
      used.map(({ from }) => from),
    ),
    until: listParameter(
      'untils',
      'Int64',
      used.map(({ until }) => until),
    ),
  }
  // A reading may be around several of them.
  const rows = await readRows(
    series,
    { id: number, key: textColumn, device_id: number, mean: number },
    `
      WITH readings AS (${readings.query}),
      around AS (
        SELECT device_id, key, calibrated, arrayJoin(arrayFilter(
          (id, from_ms, until_ms) -> epoch_ms >= from_ms AND epoch_ms < until_ms,
          ${lists.ids.sql}, ${lists.from.sql}, ${lists.until.sql}
        )) AS id
        FROM readings
      ),
      means AS (SELECT id, key, device_id, ${mean('calibrated')} AS mean FROM around GROUP BY id, key, device_id)
      SELECT id, key, device_id, assumeNotNull(means.mean) AS mean FROM means WHERE isNotNull(means.mean)`,
    Object.assign({}, readings.params, params, ...Object.values(lists).map(list => list.params)),
  )
  return new Map(rows.map(row => [nameOf(row.id, row.key, row.device_id), row.mean]))
}

/** The mean over devices, graded for the animals that have it worst; nothing where nothing was measured. */
const climateValue = (window: Window, key: string, means: Means): InspectionClimate['values'] => {
  const value = meanOf(window, key, means)
  const type = measurementTypeOf(key)
  if (value === null || !type) return []
  const hour = Number(
    new Date(window.row.date).toLocaleString('en', {
      timeZone: window.places[0]?.time_zone ?? 'UTC',
      hour: 'numeric',
      hourCycle: 'h23',
    }),
  )
  const temperature = meanOf(window, 't', means)
  const time = Date.parse(window.row.date)
  const graded = [...Map.groupBy(window.places, place => place.area_id)].flatMap(([areaId, [area]]) => {
    if (!area) return []
    const place = { ...area, rounds: window.rounds.get(areaId) ?? [] }
    const boundaries = boundariesAt(place, key, time)
    const temperature_high = boundariesAt(place, 't', time)?.high_value ?? null
    const moment = { local_hour: hour, temperature, temperature_high }
    const applies = boundaries && gradeApplies(type.pq, value, boundaries.low_value, moment)
    const grade = applies ? gradeOf(value, boundaries, boundaries) : null
    return grade === null ? [] : [{ grade, ...namedByAge(boundaries, key, area.area_type_id) }]
  })
  const [worst] = graded.sort((one, other) => one.grade - other.grade)
  return [{ measurement: key, unit: type.unit, value, grade: null, ...worst }]
}

const meanOf = ({ row, places }: Window, key: string, means: Means): number | null => {
  const devices = [...new Set(places.map(place => place.device_id))]
  const values = devices.flatMap(device => means.get(nameOf(row.id, key, device)) ?? [])
  return meanOfValues(averagingOfKey(key), values)
}
