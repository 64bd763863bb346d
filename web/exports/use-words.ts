import { useTranslation } from 'react-i18next'
import { EXPORT_STEPS } from '#shared/rules/science/averaging.ts'
import { useFileSize } from '../kit/language/file-size.ts'
import { useFormat } from '../kit/language/format.ts'

const MILLION = 1_000_000

/** Sizes, counts and means as words. */
export const useWords = () => {
  const { t } = useTranslation('exports')
  const format = useFormat()
  const size = useFileSize()
  return {
    size,
    /** `13.98 million`, or all digits below one. */
    count: (values: number): string =>
      values < MILLION
        ? format.number(values)
        : t('million', { number: format.number(values / MILLION, values % MILLION === 0 ? 0 : 2) }),
    /** `10 min means`, or `every value`. */
    means: (seconds: number | null): string => t(`means.${EXPORT_STEPS.find(step => step === seconds) ?? 'none'}`),
  }
}
