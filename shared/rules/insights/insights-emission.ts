import { HEATED_KINDS } from '../science/animal-heat.ts'
import { plausibleNh3 } from '../science/emission-chain.ts'
import { type CountedDay, ENOUGH_VALID_DAYS, shareOfSum, sumOfDays, uncertaintyOfSum } from '../science/emission-sum.ts'
import { mergeIntervals } from '../time/interval.ts'
import { type Assessment, type DayData, isEnough, lastDay, rounded } from './insights.ts'

/** Days that the valid ones may be taken from: as many as leave 75 % of them. */
export const EMISSION_DAYS = 18

const DAYS_A_YEAR = 365

/** kg of a year with the decimals of a sentence: those of poultry are hundredths. */
const inWords = (kg: number): number => rounded(kg, kg < 1 ? 3 : 2)

/** A day of which the animals, their places and the permit are known. */
type WholeDay = CountedDay & { animals: number; places: number; permitted: number }

const isWhole = (day: CountedDay | null | undefined): day is WholeDay =>
  day?.kind === 'valid' && Boolean(day.animals) && Boolean(day.places) && day.permitted !== null

/** 14: more ammonia than is permitted for the same places and days, beyond uncertainty, over fourteen valid days. */
export const emissionAbovePermit = ({ days, emission, species }: DayData): Assessment | null => {
  const looked = days.slice(-EMISSION_DAYS)
  const ofDays = emission.slice(-EMISSION_DAYS)
  const valid = looked.flatMap((day, index) => {
    const found = ofDays[index]
    return isWhole(found) ? [{ day, found }] : []
  })
  const last = lastDay(looked)
  const coverage = valid.length / looked.length
  if (valid.length < ENOUGH_VALID_DAYS || valid.at(-1)?.day !== last || !isEnough(coverage)) return null
  const sum = sumOfDays(valid.map(({ found }) => found))
  const { per_place: emitted, per_animal: each } = shareOfSum(sum)
  const { kg, permitted } = sum
  if (kg === null || kg <= 0 || !permitted || emitted === null || each === null) return null
  const [index, uncertainty] = [kg / permitted, uncertaintyOfSum(sum) / kg]
  const total = (part: 'animals' | 'places' | 'permitted') => valid.reduce((all, { found }) => all + found[part], 0)
  const kind = HEATED_KINDS.find(one => one === species)
  const [fewest, most] = (kind && plausibleNh3(kind)) ?? [0, Number.POSITIVE_INFINITY]
  const isPlausible = each >= fewest && each <= most
  return {
    insight: 'emission_above_permit',
    variant: isPlausible ? 'reckoned' : 'implausible',
    value: index * (1 - 2 * uncertainty),
    threshold: 1,
    holds: 'more',
    numbers: {
      index: rounded(index, 2),
      uncertainty: rounded(100 * uncertainty, 0),
      days: valid.length,
      emission: inWords(emitted),
      permit: rounded((total('permitted') / total('places')) * DAYS_A_YEAR, 3),
      animals: rounded(total('animals') / valid.length, 0),
      animal_places: rounded(total('places') / valid.length, 0),
      ...(isPlausible ? {} : { each: inWords(each), fewest, most }),
    },
    // An air flow that is known needs no balance of CO2.
    quantities: valid.some(({ found }) => found.flow_uncertainty === null) ? ['nh3', 'co2', 't'] : ['nh3'],
    coverage,
    window: { from: looked[0]?.from ?? last.from, until: last.until },
    times: mergeIntervals(valid.map(({ day }) => day)),
  }
}
