import { useTranslation } from 'react-i18next'
import { FloatingCard } from '../../ui/overlays/floating-card.tsx'
import { retryLater, takeNewVersion, useNewVersion } from './new-version.ts'

/** Says that a newer version is there. It never comes by itself: somebody may be in the middle of something. */
export function NewVersionNotice() {
  const { t } = useTranslation()
  if (!useNewVersion()) return null
  return (
    <FloatingCard
      text={t('version.ready')}
      action={t('version.reload')}
      onAction={takeNewVersion}
      later={t('version.later')}
      onLater={retryLater}
    />
  )
}
