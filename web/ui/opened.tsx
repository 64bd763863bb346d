import { type ReactNode, Suspense, useEffect, useState } from 'react'

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
  const [wasOpened, setWasOpened] = useState(when)
  if (when && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <There when={when}>{children}</There>
      </Suspense>
    )
  )
}
