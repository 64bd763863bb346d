import type { WaterDay } from '#shared/contract/places/flocks.ts'
import { type Dates, datesWithin, startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { numbersOfArea } from '../diary/answers.ts'
import type { Database } from '../kit/database/database.ts'
import { LONGEST_BETWEEN_READINGS, waterByMeter } from './water-meter.ts'
import { typedWater } from './water-store.ts'

/** Item of the checklist template that asks for the reading of the water meter, m³. */
const METER = 'water_meter'

/** Litres of local days of an area that are known: those that somebody typed, else by the water meter in the diary. */
export const waterOfArea = async (
  db: Database,
  area: { id: number; location_id: number },
  time_zone: string,
  within: Dates,
): Promise<WaterDay[]> => {
  const zone = knownZone(time_zone)
  const typed = new Map((await typedWater(db, area.id, within)).map(({ date, litres }) => [date, litres]))
  // Two readings that lie further apart tell of no day between them.
  const from = new Date(startOfDate(within.from, zone) - LONGEST_BETWEEN_READINGS).toISOString()
  const until = new Date(startOfDate(within.until, zone) + LONGEST_BETWEEN_READINGS).toISOString()
  const readings = (await numbersOfArea(db, area, [METER], { from, until })).flatMap(({ time, numbers }) => {
    const value = numbers.get(METER)
    return value === undefined ? [] : [{ time, value }]
  })
  const dates = datesWithin(within)
  const metered = waterByMeter(readings, dates, zone)
  return dates.flatMap((date): WaterDay[] => {
    const [litres, byMeter] = [typed.get(date), metered.get(date)]
    if (litres !== undefined) return [{ date, litres, source: 'typed' }]
    return byMeter === undefined ? [] : [{ date, litres: byMeter, source: 'meter' }]
  })
}
