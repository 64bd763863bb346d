import { IconCaretUpDown } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { keptOn, shownOn } from '#shared/rules/charts/scale.ts'
import type { Plot } from '../../charts/drawing/chart-scale.ts'
import { limitFigure, viewerFormats } from '../../kit/language/viewer-formats.ts'
import classes from '../backtest.module.css'
import { limitStepFor, onStep } from './figures.ts'

/** More marks than this would only cover each other. */
const MAX_MARKS = 120

/** Steps of a page key. */
const FAR = 10

interface Props {
  plot: Plot
  firings: BacktestAnswer['firings']
  limit: number
  clear: number | null
  /** Unit in which the limit is kept, and that in which it is read. */
  kept: string
  unit: string
  /** True where the limit is a difference of two values. */
  isDifference: boolean
  onMove: (limit: number) => void
}

/** Limit, clear value and firings over the plot. The limit can be dragged, and moved by keys. */
export function LimitOverlay({ plot, firings, limit, clear, kept, unit, isDifference, onMove }: Props) {
  const { t } = useTranslation('alert-rules')
  const { scale } = plot
  const axis = { unit: kept, isDifference }
  const shown = (value: number): number => shownOn(axis, value, viewerFormats())
  const step = limitStepFor(shown(limit), { min: shown(scale.min), max: shown(scale.max) })
  /** The limit at the step nearest to a number as it is shown. */
  const move = (to: number) => onMove(keptOn(axis, onStep(to, step), viewerFormats()))
  const within = (value: number) => Math.min(scale.max, Math.max(scale.min, value))
  const at = (value: number) => plot.y(within(value))
  const right = plot.left + plot.width
  const places = firings.map(({ from }) => Math.max(plot.left, plot.x(Date.parse(from))))
  const say = (value: number) => limitFigure(value, kept, isDifference)
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const share = (event.clientY - box.top - plot.top) / plot.height
    move(shown(within(scale.max - share * (scale.max - scale.min))))
  }
  const onKey = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: FAR, PageDown: -FAR }[event.key]
    if (!steps) return
    event.preventDefault()
    move(shown(limit) + steps * step)
  }
  return (
    <>
      <svg className={classes.marks} width={right + plot.right} height="100%" aria-hidden="true">
        {clear !== null && (
          <>
            <rect
              x={plot.left}
              y={Math.min(at(limit), at(clear))}
              width={plot.width}
              height={Math.abs(at(clear) - at(limit))}
              className={classes.between}
            />
            <path d={`M${plot.left} ${at(clear)}H${right}`} className={classes.clear} />
          </>
        )}
        {firings.length > MAX_MARKS ? (
          <path d={places.map(x => `M${x} ${plot.top}v10`).join('')} className={classes.limit} />
        ) : (
          places.map((x, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: firings of one answer never change places
            <g key={index}>
              <path d={`M${x} ${plot.top + 8}V${at(limit)}`} className={classes.firing} />
              <path
                d="M-2.7-6.5H2.7L6.5-2.7V2.7L2.7 6.5H-2.7L-6.5 2.7V-2.7Z"
                transform={`translate(${x} ${plot.top + 2})`}
                className={classes.octagon}
              />
            </g>
          ))
        )}
        <path d={`M${plot.left} ${at(limit)}H${right}`} className={classes.limit} />
      </svg>
      <span
        role="slider"
        tabIndex={0}
        className={classes.handle}
        style={{ left: right, top: at(limit) }}
        aria-label={t('backtest.limit')}
        aria-orientation="vertical"
        aria-valuenow={shown(limit)}
        aria-valuemin={shown(scale.min)}
        aria-valuemax={shown(scale.max)}
        aria-valuetext={`${say(limit)}\u00A0${unit}`.trim()}
        onKeyDown={onKey}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        {say(limit)}
        <IconCaretUpDown size={16} stroke={2} aria-hidden="true" />
      </span>
    </>
  )
}
