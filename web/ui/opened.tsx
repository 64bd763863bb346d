import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Beside } from './beside.tsx'
import { showToast } from './toast.ts'

interface Props {
  when: boolean
  children: (opened: boolean) => ReactNode
}

/** It opens once it is there: what is open from the first does not know where the focus came from. */
function There({ when, children }: Props) {
  const [there, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return children(when && there)
}

/** What is fetched when it is opened the first time, and stays then: it closes as it opened. */
export function Opened({ when, children }: Props) {
  const { t } = useTranslation('ui')
  const [wasOpened, setWasOpened] = useState(when)
  if (when && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Beside onFailed={() => showToast({ id: 'not-fetched', message: t('not_fetched') })}>
        <There when={when}>{children}</There>
      </Beside>
    )
  )
}
