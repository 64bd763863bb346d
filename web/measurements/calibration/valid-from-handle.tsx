import { IconArrowsHorizontal } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Plot } from '../../charts/drawing/chart-scale.ts'
import classes from './calibration.module.css'

const STEP = 10 * MINUTE_MS

interface Props {
  plot: Plot
  /** Epoch ms. */
  from: number
  until: number
  at: number
  /** The moment in words. */
  text: string
  onMove: (at: number) => void
}

/** The line from which on a calibration holds, to drag or to move with the arrow keys. The field beside does the same. */
export function ValidFromHandle({ plot, from, until, at, text, onMove }: Props) {
  const { t } = useTranslation('calibration')
  const x = plot.x(Math.min(Math.max(at, from), until))
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!box) return
    const share = (event.clientX - box.left - plot.left) / plot.width
    const wanted = from + Math.min(Math.max(share, 0), 1) * (until - from)
    onMove(Math.round(wanted / MINUTE_MS) * MINUTE_MS)
  }
  const byKey = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!way) return
    event.preventDefault()
    event.stopPropagation()
    onMove(Math.min(Math.max(at + way * STEP * (event.shiftKey ? 10 : 1), from), until))
  }
  return (
    <>
      <i className={classes.line} style={{ left: x, top: plot.top, height: plot.height }} />
      <button
        type="button"
        role="slider"
        className={classes.handle}
        style={{ left: x, top: plot.top }}
        aria-label={t('valid_from')}
        aria-valuemin={from}
        aria-valuemax={until}
        aria-valuenow={at}
        aria-valuetext={text}
        onKeyDown={byKey}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <IconArrowsHorizontal size={18} stroke={2} />
      </button>
    </>
  )
}
