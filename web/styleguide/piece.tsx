import type { ReactNode } from 'react'
import classes from './styleguide.module.css'

/** A piece of the design system with the one line that says when to take it. */
export function StyleguidePiece({ name, use, children }: { name: string; use: string; children: ReactNode }) {
  return (
    <article className={classes.piece}>
      <h3>{name}</h3>
      <p className="bm-small bm-muted">{use}</p>
      <div className={classes.show}>{children}</div>
    </article>
  )
}

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.chapter}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
