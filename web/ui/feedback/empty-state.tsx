import type { ReactNode } from 'react'
import { PageHeading } from '../../kit/pages/page.tsx'
import classes from './state.module.css'

interface Props {
  title: string
  text: string
  /** True where it is all there is on the page, which has no other heading. */
  page?: true | undefined
  /** Button below the text, one only. */
  action?: ReactNode
}

/** Message in an empty place: what will be here, and the one thing to do about it. */
export function EmptyState({ title, text, page, action }: Props) {
  return (
    <section className={classes.state}>
      <svg width="66" height="70" viewBox="0 0 58 62" aria-hidden="true">
        <path
          d="M4 60.5a3 3 0 0 1-3-3V24L10.5 10.5 29 2l18.5 8.5L57 24v33.5a3 3 0 0 1-3 3Z"
          fill="var(--bm-noneSoft)"
          stroke="var(--bm-none)"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeDasharray="4 3"
        />
      </svg>
      {page ? <PageHeading>{title}</PageHeading> : <h2>{title}</h2>}
      <p>{text}</p>
      {action && <div className={classes.actions}>{action}</div>}
    </section>
  )
}
