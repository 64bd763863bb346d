import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { Period } from '#shared/rules/time/period.ts'
import type { Database } from '../kit/database/database.ts'
import type { FramePart } from '../series/series-frame.ts'
import type { SeriesTarget } from '../series/target.ts'
import { outdoorSources, WEATHER_STEP } from './stations.ts'

/** The weather of each period, to be read beside what the devices measured. */
export const outdoorParts = async (
  db: Database,
  target: Pick<SeriesTarget, 'parts'>,
  periods: readonly Period[],
): Promise<FramePart[]> => {
  const sources = await outdoorSources(db, target, periods)
  return periods.map((period, index) => ({
    period,
    sources: sources[index] ?? [],
    uploadInterval: WEATHER_STEP / 1000,
  }))
}

/** A frame with the weather beside what the device measured; a probe of its own outdoors knows better. */
export const withWeather = (frame: Frame, outdoors: Frame | undefined): Frame => ({
  ...frame,
  series: { ...frame.series, ...outdoors?.series, ...frame.series },
})
