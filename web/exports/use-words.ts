import { useTranslation } from 'react-i18next'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { EXPORT_STEPS } from '#shared/rules/science/averaging.ts'
import { useFormat } from '../kit/language/format.ts'

const UNITS = ['kB', 'MB', 'GB'] as const
const MILLION = 1_000_000

/** Sizes, counts and means as words. */
export const useWords = () => {
  const { t } = useTranslation('exports')
  const format = useFormat()
  return {
    /** `1.9 MB`; at least a kilobyte. */
    size: (bytes: number): string => {
      const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1000, bytes)) / 3) - 1))
      const value = bytes / 1000 ** (unit + 1)
      return format.value(Math.max(unit === 0 ? 1 : 0, value), value < 10 && unit > 0 ? 1 : 0, elementAt(UNITS, unit))
    },
    /** `13.98 million`, or all digits below one. */
    count: (values: number): string =>
      values < MILLION
        ? format.number(values)
        : t('million', { number: format.number(values / MILLION, values % MILLION === 0 ? 0 : 2) }),
    /** `10 min means`, or `every value`. */
    means: (seconds: number | null): string => t(`means.${EXPORT_STEPS.find(step => step === seconds) ?? 'none'}`),
  }
}
