import { type ReactNode, useId } from 'react'
import classes from './exports.module.css'

interface Props {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A part of the page under its heading, with a word at the right. */
export function ExportCard({ title, note, children }: Props) {
  const id = useId()
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className="bm-small bm-muted">{note}</span>}
      </header>
      {children}
    </section>
  )
}
