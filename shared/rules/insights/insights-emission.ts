import { isKeyOf } from '../collections/keys.ts'
import {
  emissionIndex,
  emissionOfDay,
  emissionOfHour,
  kgPerYearEach,
  meanEmission,
  OUTDOORS,
  REFERENCE_ANIMALS,
  uncertaintyOf,
} from '../science/emission.ts'
import { type Interval, mergeIntervals } from '../time/interval.ts'
import { type Assessment, type DayData, hourlyMean, isEnough, lastDay, rounded } from './insights.ts'

/** Days that have to be valid, and days they may be taken from: as many as leave 75 % of them. */
const VALID_DAYS = 14
export const EMISSION_DAYS = 18

/** 14: more ammonia for each animal place than is permitted, beyond uncertainty, over fourteen valid days. */
export const emissionAbovePermit = (data: DayData): Assessment | null => {
  const { animals, animal_places, ammonia_factor } = data.housing
  const reference = isKeyOf(REFERENCE_ANIMALS, data.species) ? REFERENCE_ANIMALS[data.species] : undefined
  if (!reference || !animals || !animal_places || !ammonia_factor) return null
  const looked = data.days.slice(-EMISSION_DAYS)
  const housingOf = data.housing.of_days.slice(-EMISSION_DAYS)
  const hourOf = (span: Interval, count: number) => {
    const { co2, nh3, t } = data.values
    const [carbon, ammonia, temperature] = [co2, nh3, t].map(column => hourlyMean(column, span))
    if (carbon == null || ammonia == null || temperature == null) return null
    return emissionOfHour({ co2: carbon, nh3: ammonia, temperature }, reference.animal, count)
  }
  const valid = looked.flatMap((day, index) => {
    const { animals: count, animal_places: places } = housingOf[index] ?? {}
    if (!count || !places) return []
    const emission = emissionOfDay(data.hoursOf(day).map(({ span }) => hourOf(span, count)))
    return emission ? [{ day, emission, count, places }] : []
  })
  const last = lastDay(looked)
  const coverage = valid.length / looked.length
  if (valid.length < VALID_DAYS || valid.at(-1)?.day !== last || !isEnough(coverage)) return null
  const mean = meanEmission(valid.map(({ emission }) => emission))
  if (!(mean.grams_per_hour > 0)) return null
  // Animals and places that changed within these days are those of each of them, so their mean is what the mean emission is of.
  const meanOf = (part: 'count' | 'places') => valid.reduce((sum, day) => sum + day[part], 0) / valid.length
  const [count, places] = [meanOf('count'), meanOf('places')]
  const emission = kgPerYearEach(mean, places)
  const uncertainty = uncertaintyOf(mean)
  const { index, least } = emissionIndex(emission, ammonia_factor, uncertainty)
  const each = kgPerYearEach(mean, count)
  const [fewest, most] = reference.plausible
  const { mass, milk, days_pregnant } = reference.animal
  return {
    insight: 'emission_above_permit',
    variant: each >= fewest && each <= most ? 'above' : 'check',
    value: least,
    threshold: 1,
    holds: 'more',
    numbers: {
      index: rounded(index, 2),
      uncertainty: rounded(100 * uncertainty, 0),
      days: valid.length,
      emission: rounded(emission, 2),
      permit: rounded(ammonia_factor, 3),
      animals: rounded(count, 0),
      animal_places: rounded(places, 0),
      each: rounded(each, 2),
      fewest,
      most,
      mass,
      milk,
      days_pregnant,
      outdoors: OUTDOORS.co2,
    },
    quantities: ['nh3', 'co2', 't'],
    coverage,
    window: { from: looked[0]?.from ?? last.from, until: last.until },
    times: mergeIntervals(valid.map(({ day }) => day)),
  }
}
