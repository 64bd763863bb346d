import { IconBookOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/feedback/error-state.tsx'

export function NoManuals({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('help')
  return (
    <ErrorState
      page
      icon={<IconBookOff size={30} stroke={1.8} />}
      title={t('none_title')}
      text={t('none_text')}
      onRetry={onRetry}
    />
  )
}
