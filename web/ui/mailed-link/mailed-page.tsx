import type { ReactNode } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ReadBoundary } from '../feedback/read-boundary.tsx'
import { Logo } from '../icons/logo.tsx'
import classes from './mailed-page.module.css'

interface Props {
  /** Title and text where the link leads to nothing any more. */
  gone: { title: string; text: string }
  /** Picture while the page is read; that of every read unless said. */
  waiting?: ReactNode
  children: ReactNode
}

/** Page that the link of an email opens; nobody has to sign in for it. */
export function MailedPage({ gone, waiting, children }: Props) {
  return (
    <main className={classes.page}>
      <p className={classes.logo}>
        <Logo size={34} />
        Barnometer
      </p>
      <ReadBoundary waiting={waiting} gone={<EmptyState page {...gone} />}>
        {children}
      </ReadBoundary>
    </main>
  )
}
