import { useTranslation } from 'react-i18next'
import type { ScreenPeriod } from './period-choice.ts'

/** Name of the period before, as legends say it: "Yesterday, same hour" of the last day, "Previous period" of days long ago. */
export const usePreviousName = ({ interval, index }: ScreenPeriod): string => {
  const { t } = useTranslation('measurements')
  if (index > 0 || interval === 'selection' || interval === 'research') return t('key.before')
  return t(`previous.${interval}`)
}
