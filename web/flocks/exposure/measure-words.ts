import type { TFunction } from 'i18next'
import type { ExposureMeasured, ExposurePart } from '#shared/contract/places/flocks.ts'
import type { ExposureMeasure } from '#shared/rules/locations/exposure.ts'
import { ENOUGH_COVERAGE } from '#shared/rules/science/emission-sum.ts'
import { differenceFor, figureFor, shownDate, unitFor } from '../../kit/language/viewer-formats.ts'
import type { Explanation } from '../../statistics/numbers/explanation.ts'

/** Text functions of the screen. */
export interface ExposureWords {
  t: TFunction<'flocks'>
  number: (value: number, decimals?: number) => string
}

/** Measures that have a side below their bounds as well as one above. */
const TWO_SIDED: readonly ExposureMeasure[] = ['t', 'h', 'light']

const UNITS: Record<ExposureMeasure, string> = {
  t: '°C',
  h: '%',
  thi: '',
  co2: 'ppm',
  nh3: 'ppm',
  h2s: 'ppm',
  light: 'lx',
}
const DECIMALS: Record<ExposureMeasure, number> = { t: 1, h: 0, thi: 0, co2: 0, nh3: 0, h2s: 1, light: 0 }

const hoursOf = ({ number }: ExposureWords, hours: number): string => number(hours, hours > 0 && hours < 10 ? 1 : 0)

/** Main number of a measure, and what stands smaller beside it. */
export const figureOf = (words: ExposureWords, one: ExposureMeasured): { value: string; beside: string } => {
  const { t, number } = words
  if (TWO_SIDED.includes(one.measure))
    return {
      value: t('exposure.both', { below: hoursOf(words, one.below), above: hoursOf(words, one.above) }),
      beside: '',
    }
  return { value: number(one.load ?? 0), beside: t('exposure.hours', { hours: hoursOf(words, one.above) }) }
}

/** Tells whether there was no load at all: it stands back, so that the others are seen. */
export const isNothing = ({ measure, below, above, load }: ExposureMeasured): boolean =>
  measure !== 'light' && below === 0 && above === 0 && (load ?? 0) === 0

export const isThin = ({ coverage }: Pick<ExposureMeasured, 'coverage'>): boolean => coverage < ENOUGH_COVERAGE

/** A bound with its unit; a dash where there is none. */
const boundOf = ({ number }: ExposureWords, measure: ExposureMeasure, value: number | null): string =>
  value === null
    ? '–'
    : `${number(figureFor(value, UNITS[measure]), DECIMALS[measure])} ${unitFor(UNITS[measure])}`.trim()

/** Name of a week or a round. */
export const partName = ({ t }: ExposureWords, { from, until, round }: ExposurePart): string => {
  const last = new Date(Date.parse(until) - 1).toISOString().slice(0, 10)
  const days = { from: shownDate(from), last: shownDate(last) }
  return round?.name ? t('exposure.named', { name: round.name, ...days }) : t('exposure.days', days)
}

/** Way in which a number of the ledger came about: bounds, what was measured, formula and source. */
export const explainMeasure = (words: ExposureWords, part: ExposurePart, one: ExposureMeasured): Explanation => {
  const { t, number } = words
  const { measure, low, high, by_age, hours, coverage, below, above, load } = one
  const percent = (share: number) => `${number(100 * share)} %`
  const bounds = { low: boundOf(words, measure, low), high: boundOf(words, measure, high) }
  return {
    title: `${t(`exposure.measure.${measure}`)}, ${partName(words, part)}`,
    steps: [
      {
        name: t('explain.bounds'),
        lines: [
          t(`explain.bound.${measure}`, bounds),
          ...(by_age ? [t('explain.by_age')] : []),
          t(`explain.source.${measure}`),
        ],
      },
      {
        name: t('explain.counted'),
        lines: [
          t(measure === 'thi' ? 'explain.by_hour' : 'explain.by_means'),
          ...(TWO_SIDED.includes(measure)
            ? [
                t(`explain.two.${measure === 'light' ? 'light' : 'comfort'}`, {
                  below: hoursOf(words, below),
                  above: hoursOf(words, above),
                }),
              ]
            : [t('explain.above', { above: hoursOf(words, above) })]),
          ...(load === null
            ? []
            : [
                t(`explain.load.${measure === 't' || measure === 'h' || measure === 'thi' ? measure : 'gas'}`, {
                  load: number(measure === 't' ? differenceFor(load, 'K') : load, 1),
                  unit: unitFor('K'),
                }),
              ]),
        ],
      },
      {
        name: t('explain.coverage_head'),
        lines: [
          t('explain.coverage', { hours: number(hours), coverage: percent(coverage) }),
          ...(part.empty_days > 0 ? [t('explain.empty', { count: part.empty_days })] : []),
        ],
      },
    ],
  }
}
