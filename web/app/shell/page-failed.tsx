import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '#shared/contract/call.ts'
import { PartFailed } from '../../kit/pages/part.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RetriedRead } from '../../ui/feedback/read-boundary.tsx'
import { OWN_SCRIPT, versionOnServer } from '../updates/new-version.ts'
import { NotFoundPage } from './not-found.tsx'
import { useScreen } from './page-frame.tsx'
import { useNoWayOut } from './way-out.ts'

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
  useNoWayOut()
  const router = useRouter()
  const screen = useScreen()
  const { reset: allowRetry } = useQueryErrorResetBoundary()
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
    allowRetry()
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
  // The thing the address names: no other read of such a page is refused in this way.
  if (isNotFound(error) && screen?.path.includes('$id')) return <NotFoundPage />
  return <RetriedRead failure={error} onRetry={again} />
}
