import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartFailed } from '../../kit/pages/part.ts'
import { ErrorState, ReadFailed } from '../../ui/feedback/error-state.tsx'
import { OWN_SCRIPT, versionOnServer } from '../updates/new-version.ts'

const RELOADED = 'barnometer.reloaded-for'

/** Loads the page anew for a newer version, by itself once for each of them. Returns whether it does. */
const reloadedFor = (version: string): boolean => {
  if (sessionStorage.getItem(RELOADED) === version) return false
  sessionStorage.setItem(RELOADED, version)
  location.reload()
  return true
}

/** A page that could not be drawn: scripts that did not come may belong to a version that is no longer there. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { t } = useTranslation('ui')
  const [outdated, setOutdated] = useState(false)
  const isPart = error instanceof PartFailed
  useEffect(() => {
    if (!isPart || import.meta.env.DEV) return
    versionOnServer().then(
      version => setOutdated(version !== null && !version.includes(OWN_SCRIPT) && !reloadedFor(version)),
      () => undefined,
    )
  }, [isPart])
  const again = () => {
    if (error instanceof PartFailed) error.forget()
    reset()
    void router.invalidate()
  }
  if (outdated)
    return (
      <ErrorState
        title={t('error.version_title')}
        text={t('error.version_text')}
        onRetry={() => location.reload()}
        details={String(error)}
      />
    )
  return <ReadFailed failure={error} onRetry={again} />
}
