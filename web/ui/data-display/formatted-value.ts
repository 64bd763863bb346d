import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'
import { useFormat } from '../../kit/language/format.ts'

export type TypesByAbbreviation = ReadonlyMap<string, MeasurementType>

const MAX_DECIMALS = 3

/** A value with its unit; as precise as it was sent, up to three decimals. */
export const useFormattedValue = (types: TypesByAbbreviation): ((abbreviation: string, value: number) => string) => {
  const format = useFormat()
  return (abbreviation, value) => {
    const decimals = Math.min(MAX_DECIMALS, decimalsIn(value))
    return format.value(value, decimals, types.get(abbreviation)?.unit ?? '').trim()
  }
}
