import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../feedback/toast.ts'
import { LazyBoundary } from './lazy-boundary.tsx'

interface Props {
  when: boolean
  /** Called when it did not come: the caller takes it as closed again, and may want it once more. */
  onFailed: () => void
  children: (opened: boolean) => ReactNode
}

/** Overlay that opens once it is there: one that is open from the first does not know where the focus came from. */
function OpensOnceMounted({ when, children }: Pick<Props, 'when' | 'children'>) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return children(when && isMounted)
}

/** Overlay that is fetched when it is opened the first time, and stays then: it closes as it opened. */
export function LazyOverlay({ when, onFailed, children }: Props) {
  const { t } = useTranslation('ui')
  const [wasOpened, setWasOpened] = useState(when)
  if (when && !wasOpened) setWasOpened(true)
  const failed = () => {
    setWasOpened(false)
    onFailed()
    showToast({ id: 'not-fetched', message: t('not_fetched') })
  }
  return (
    wasOpened && (
      <LazyBoundary onFailed={failed}>
        <OpensOnceMounted when={when}>{children}</OpensOnceMounted>
      </LazyBoundary>
    )
  )
}
