import type { ReactNode } from 'react'
import type { Status } from '../status/status.ts'
import { StatusShape } from '../status/status-shape.tsx'
import classes from './note.module.css'

interface Props {
  status: Status
  children: ReactNode
}

/** A sentence on its status' soft ground, e.g. what went wrong with a form. */
export function Note({ status, children }: Props) {
  return (
    <div
      className={classes.note}
      data-status={status}
      role={status === 'act_now' || status === 'attention' ? 'alert' : 'status'}
    >
      <StatusShape status={status} size={20} />
      <div className="bm-grow">{children}</div>
    </div>
  )
}
