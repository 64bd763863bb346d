import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/language/format.ts'
import type { Shown } from './pins.ts'

/** Words for what a device shows on a floor plan. */
export const useShownWords = () => {
  const { t } = useTranslation(['floor-plans', 'ui'])
  const format = useFormat()
  const textOf = ({ value }: Shown): string =>
    value ? format.value(value.value, value.definition.quantity.decimals, value.definition.quantity.unit) : '–'
  const wordOf = ({ word }: Shown): string => (word === 'not_measured' ? t('not_measured') : t(`ui:status.${word}`))
  return { textOf, wordOf }
}
