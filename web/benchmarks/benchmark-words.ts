import { useTranslation } from 'react-i18next'
import type { BenchmarkValue } from '#shared/contract/places/benchmarks.ts'
import { placeOf } from '#shared/rules/benchmarks/middle-half.ts'
import { type DefinitionLists, definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { useFormat } from '../kit/language/format.ts'

/** Standing of a value beside the middle half: better or worse where one side alone is bad for the animals. */
export const standingOf = (
  { value, measurement, area_type_id, middle_half }: BenchmarkValue,
  lists: DefinitionLists,
): 'better' | 'worse' | 'within' | 'below' | 'above' | null => {
  if (!middle_half) return null
  const place = placeOf(value, middle_half)
  if (place === 'within') return place
  const group = definitionOf(measurement, area_type_id, lists)?.group
  const isOneSided = group?.high_is_bad && !group.low_is_bad
  if (!isOneSided) return place
  return place === 'below' ? 'better' : 'worse'
}

/** Words of a value beside the middle half: its measurement, itself with its unit, and where it stands. */
export const useBenchmarkWords = (lists: DefinitionLists) => {
  const { t } = useTranslation('benchmarks')
  const format = useFormat()
  return (of: BenchmarkValue) => {
    const definition = definitionOf(of.measurement, of.area_type_id, lists)
    const { decimals = 0, unit = '' } = definition?.quantity ?? {}
    const shown = (value: number) => format.value(value, decimals, unit)
    const standing = standingOf(of, lists)
    const { middle_half: half } = of
    return {
      name: definition?.type.name ?? of.measurement,
      value: shown(of.value),
      standing:
        half && standing
          ? t('of', {
              where: t(`where.${standing}`),
              farms: half.farms,
              low: format.number(half.low, decimals),
              high: shown(half.high),
            })
          : t('few'),
    }
  }
}
