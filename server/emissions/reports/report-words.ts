import type { Language } from '#shared/contract/fixed.ts'
import type { EmissionPeriod } from '#shared/contract/places/emissions.ts'
import { formatNumber, formatValue } from '#shared/rules/ingest/value.ts'
import { massDecimals } from '#shared/rules/science/emission-sum.ts'
import { dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { textsOf } from '../../kit/language.ts'
import { taxonomyNamesOf } from '../../taxonomy/names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { FrozenReport } from './frozen.ts'

/** A report in the language in which somebody asks for it. */
export interface ReportAsked {
  content: FrozenReport
  checksum: string
  language: Language
}

/** Words and numbers of a report in a language. */
export const reportWords = (language: Language) => {
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, language)
  const orDash = (value: number | null, decimals: number) => (value === null ? '–' : number(value, decimals))
  const percent = (share: number) => formatValue(100 * share, 0, '%', language)
  const mass = (value: number | null) => orDash(value, massDecimals(value ?? 0))
  const emission = textsOf(language, 'emission')
  return {
    words: textsOf(language, 'emission-report'),
    emission,
    settings: textsOf(language, 'emission-settings'),
    number,
    /** Name of a measurement, and a value of it with its unit. */
    measured: (key: string) => {
      const type = measurementTypeOf(key)
      const unit = type?.unit ?? ''
      return {
        name: type ? taxonomyNamesOf(language).measurement_types[type.abbreviation] : key,
        value: (value: number, decimals: number) => formatValue(value, decimals, unit, language),
      }
    },
    orDash,
    percent,
    mass,
    range: ({ kg_low, kg_high }: Pick<EmissionPeriod, 'kg_low' | 'kg_high'>) =>
      kg_low === null || kg_high === null ? '–' : `${mass(kg_low)}–${mass(kg_high)}`,
    /** An emission beside what is permitted; null where nothing can be said. Where nothing at all is permitted, there is no share. */
    verdict: ({ index, verdict }: Pick<EmissionPeriod, 'index' | 'verdict'>): string | null => {
      if (index !== null) return `${percent(index)}, ${emission.verdict[verdict]}`
      return verdict === 'no_permit' || verdict === 'not_enough' ? null : emission.verdict[verdict]
    },
  }
}
export type ReportWords = ReturnType<typeof reportWords>

/** Days of a period as people name them, the last one included. */
export const daysText = ({ from, until }: { from: string; until: string }): string => `${from} – ${dayBefore(until)}`
