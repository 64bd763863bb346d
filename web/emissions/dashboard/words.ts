import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AreaEmission, EmissionPeriod } from '#shared/contract/places/emissions.ts'
import { type EmissionVerdict, knowsOnlyVacant, massDecimals, wasEmpty } from '#shared/rules/science/emission-sum.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import type { Status } from '../../ui/status/status.ts'

export const STATUS_OF: Record<EmissionVerdict, Status> = {
  below: 'good',
  near: 'attention',
  above_unsure: 'attention',
  above: 'act_now',
  not_enough: 'not_graded',
  no_permit: 'not_graded',
}

/** Names and numbers of an emission in the language of the screen. */
export const useEmissionWords = () => {
  const { t } = useTranslation('emission')
  const format = useFormat()
  const mass = (value: number): string => format.number(value, massDecimals(value))
  const percent = (share: number): string => format.value(100 * share, 0, '%')
  /** A factor as a permit has it: 0.068, 13. */
  const factor = (value: number): string => format.number(value, value < 1 ? 3 : 2)
  const range = ({ kg_low, kg_high }: Pick<EmissionPeriod, 'kg_low' | 'kg_high'>): string =>
    kg_low === null || kg_high === null ? '' : t('range', { low: mass(kg_low), high: mass(kg_high) })
  return { t, format, mass, percent, factor, range }
}
export type EmissionWords = Omit<ReturnType<typeof useEmissionWords>, 't'> & { t: TFunction<'emission'> }

/** Distance of an emission from what is permitted, as a share: its index less one. */
export const distanceOf = ({ index }: Pick<EmissionPeriod, 'index'>): number | null =>
  index === null ? null : index - 1

/** Likely range of a sum, or why there is none: all was empty, no day has enough hours, nothing is known. */
export const knownOf = (
  { t, range }: Pick<EmissionWords, 't' | 'range'>,
  total: Pick<EmissionPeriod, 'kg' | 'kg_low' | 'kg_high' | 'vacant' | 'coverage' | 'untold_days'>,
): string => {
  if (total.kg === null) return t(total.coverage > 0 ? 'problem.few_hours' : 'nothing_known')
  if (wasEmpty(total)) return t('all_empty')
  return knowsOnlyVacant(total) ? t('only_empty_known') : t('likely', { range: range(total) })
}

/**
 * Says since when areas are measured that were not from the beginning; null where all were. Each is named, but where all began on the
 * same day.
 */
export const measuredSinceOf = (
  { t, format }: Pick<EmissionWords, 't'> & { format: Pick<EmissionWords['format'], 'list'> },
  areas: readonly Pick<AreaEmission, 'area_name' | 'measured_since'>[],
): string | null => {
  const later = areas.flatMap(({ area_name: area, measured_since: date }) => (date === null ? [] : [{ area, date }]))
  const [first] = later
  if (!first) return null
  if (later.length === areas.length && later.every(({ date }) => date === first.date))
    return t('measured_since', { date: shownDate(first.date) })
  return t('measured_later', { areas: format.list(later.map(one => t('measured_later_area', one))) })
}

/** Says of months of N2O that are not told what they do to the line of a sum; null without any. It stays level where no area tells. */
export const untoldOf = (
  { t }: Pick<EmissionWords, 't'>,
  areasOfSum: readonly { total: Pick<AreaEmission['total'], 'untold_days'> }[],
): string | null => {
  if (areasOfSum.every(({ total }) => total.untold_days === 0)) return null
  return t(areasOfSum.length === 1 ? 'chart.level' : 'chart.level_of_all')
}
