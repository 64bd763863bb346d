import { absoluteHumidity, dewPoint } from '../science/humidity.ts'
import {
  type Assessment,
  arithmeticMean,
  binCoverageOf,
  binMinutesOf,
  both,
  type DayData,
  intervalsOfDay,
  isEnough,
  known,
  lastDay,
  longestOf,
  rounded,
} from './insights.ts'

/** Share of the difference to outdoors that a roof is colder than the air under it: insulated (J); bare it is about 0.5. */
const ROOF = 0.25
const DRIP_HOURS = 2

/** 9: the roof is colder than the dew point of the air for more than two hours on end. */
export const condensation = (data: DayData): Assessment | null => {
  const { t, h } = data.values
  const outside = data.outdoors.t
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, t, h, outside)
  if (!isEnough(coverage)) return null
  const surface = (at: number) => both(t, outside, at, (warm, cold) => warm - ROOF * (warm - cold))
  const dew = (at: number) => both(t, h, at, dewPoint)
  const times = intervalsOfDay(data, at => {
    const [roof, point] = [surface(at), dew(at)]
    return roof === null || point === null ? null : roof < point
  })
  const longest = longestOf(times)
  if (!longest) return null
  const mean = (of: (at: number) => number | null) =>
    arithmeticMean(Array.from({ length: longest.until - longest.from }, (_, n) => of(longest.from + n) ?? []).flat())
  return {
    insight: 'condensation',
    value: binMinutesOf([longest]) / 60,
    threshold: DRIP_HOURS,
    holds: 'more',
    numbers: { minutes: binMinutesOf([longest]), dew: rounded(mean(dew), 1), surface: rounded(mean(surface), 1) },
    quantities: ['t', 'h', 'weather'],
    coverage,
    window,
    times: [longest],
  }
}

const WET_HOURS = 12
/** Water indoors beyond that outdoors, g/m³: above the first air from outside dries, below the second it does not. */
const DRIES = 3
const DRIES_NOT = 1

/** 11: too wet for twelve hours on end, with a word whether air from outside would help. */
export const wetAir = (data: DayData): Assessment | null => {
  const { t, h } = data.values
  const { outdoors } = data
  const high = data.edges.h?.high ?? null
  const window = lastDay(data.days)
  const coverage = binCoverageOf(window, t, h, outdoors.t, outdoors.h)
  if (high === null || !isEnough(coverage)) return null
  const difference = (at: number): number | null => {
    const inside = both(t, h, at, absoluteHumidity)
    const outside = both(outdoors.t, outdoors.h, at, absoluteHumidity)
    return inside === null || outside === null ? null : inside - outside
  }
  const longest = (isSo: (grams: number) => boolean) =>
    longestOf(
      intervalsOfDay(data, at => {
        const [grams, wet] = [difference(at), h?.[at] ?? Number.NaN]
        return grams === null || Number.isNaN(wet) ? null : wet > high && isSo(grams)
      }),
    )
  const [helps, helpsNot] = [longest(grams => grams > DRIES), longest(grams => grams < DRIES_NOT)]
  const isHelp = (helps ? binMinutesOf([helps]) : 0) >= (helpsNot ? binMinutesOf([helpsNot]) : 0)
  const span = isHelp ? helps : helpsNot
  if (!span) return null
  const grams = arithmeticMean(
    Array.from({ length: span.until - span.from }, (_, n) => difference(span.from + n) ?? []).flat(),
  )
  return {
    insight: 'wet_air',
    variant: isHelp ? 'helps' : 'helps_not',
    value: binMinutesOf([span]) / 60,
    threshold: WET_HOURS,
    holds: 'at_least',
    numbers: {
      minutes: binMinutesOf([span]),
      humidity: rounded(arithmeticMean(known(h, span)), 0),
      high,
      difference: rounded(grams, 1),
    },
    quantities: ['t', 'h', 'weather'],
    coverage,
    window,
    times: [span],
  }
}
