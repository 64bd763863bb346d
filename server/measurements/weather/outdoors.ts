import type { Frame } from '../../../shared/contract/measurements.ts'
import type { Catalogue } from '../../kit/catalogue.ts'
import type { Series } from '../../kit/series.ts'
import { readFrame } from '../series-frame.ts'
import type { SeriesTarget } from '../target.ts'
import { outdoorSources, WEATHER_KEYS, WEATHER_STEP } from './stations.ts'

const DIRECTIONS = ['weather_wind_direction']

type Asked = Omit<Parameters<typeof readFrame>[1], 'sources' | 'corrections' | 'without'> & Pick<SeriesTarget, 'parts'>

/** The frame with the weather beside what the device measured; a probe of its own outdoors knows better. */
export const withWeather = async (
  { db, series }: { db: Catalogue; series: Series },
  frame: Frame,
  asked: Asked,
): Promise<Frame> => {
  const keys = WEATHER_KEYS.filter(key => !(key in frame.series) && (asked.keys?.includes(key) ?? true))
  const sources = await outdoorSources(db, asked, asked.period)
  if (keys.length === 0 || sources.length === 0) return frame
  const outdoors = await readFrame(series, {
    ...asked,
    sources,
    keys,
    directions: DIRECTIONS,
    corrections: [],
    without: [],
    uploadInterval: WEATHER_STEP / 1000,
  })
  return { ...frame, series: { ...frame.series, ...outdoors.series } }
}
