import type { ReactNode } from 'react'
import { PageHeading } from '../../kit/pages/page.tsx'
import classes from './page-head.module.css'

interface Props {
  title: string
  /** Sentence about the page. */
  text: string
  /** Beside it, e.g. how to make a new one. */
  action: ReactNode
}

/** Head of a page that lists things: its name, what it is about, and what can be done. */
export function PageHead({ title, text, action }: Props) {
  return (
    <header className={classes.head}>
      <div className={`bm-grow ${classes.words}`}>
        <PageHeading>{title}</PageHeading>
        <p className="bm-muted">{text}</p>
      </div>
      {action}
    </header>
  )
}
