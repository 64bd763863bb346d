import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { useComfort } from '../status/comfort.ts'
import type { Status } from '../status/status.ts'
import { StatusShape } from '../status/status-shape.tsx'
import classes from './dial.module.css'
import { angleOf, arc, comfortArc, START, SWEEP, spoke, ticksPath } from './dial-geometry.ts'
import { QuantityName } from './quantity-name.tsx'

export interface DialProps {
  label: string
  unit: string
  value: number | null
  /** The value one period before; null without one. */
  before: number | null
  min: number
  max: number
  /** Comfort of the species; null where it has no lower or upper edge. */
  low: number | null
  high: number | null
  /** The hard limit; null without one. */
  limit: number | null
  /** Status of the value; null for a value with nothing to judge it by. */
  status: Status | null
  /** The word of the status, where the quantity has one of its own. */
  word?: string | undefined
  decimals: number
  /** Shown below when given, e.g. "42 min ago"; the figure turns grey. */
  age?: string | undefined
  /** Width in px. */
  size?: number
}

const FIGURE: Partial<Record<Status, string>> = {
  attention: 'var(--bm-attn)',
  act_now: 'var(--bm-bad)',
  too_cold: 'var(--bm-cold)',
  no_data: 'var(--bm-none)',
  stale: 'var(--bm-none)',
}

function Face({ min, max, low, high, limit }: DialProps) {
  const comfort = comfortArc({ min, max }, low, high)
  return (
    <>
      <circle cx="50" cy="50" r="48.5" fill="var(--bm-face)" />
      <g fill="none">
        <path d={arc(START, START + SWEEP, 47.6)} stroke="var(--bm-edge)" />
        <path d={ticksPath()} stroke="var(--bm-edge)" />
        {comfort && <path d={arc(comfort.from, comfort.to, 36)} stroke="var(--bm-band)" strokeWidth="5.5" />}
        {comfort?.edges.map(edge => (
          <path key={edge} d={spoke(edge, 39, 33)} stroke="var(--bm-good)" strokeWidth="1.6" />
        ))}
        {limit !== null && (
          <path d={spoke(angleOf(limit, min, max), 46, 33)} stroke="var(--bm-bad)" strokeWidth="2.2" />
        )}
      </g>
    </>
  )
}

const turned = (angle: number) => ({ transform: `rotate(${angle}deg)` })

function Hands({ value, before, min, max }: DialProps) {
  return (
    <>
      {before !== null && (
        <g className={classes.hand} style={turned(angleOf(before, min, max))}>
          <path d="M50 50H82" stroke="var(--bm-brass)" strokeWidth="1.6" strokeLinecap="round" />
          <circle cx="83" cy="50" r="2.1" fill="var(--bm-brass)" />
        </g>
      )}
      {value !== null && (
        <g className={classes.hand} style={turned(angleOf(value, min, max))}>
          <path d="M40 50H70M78 50H87" stroke="var(--bm-steel)" strokeWidth="2.6" strokeLinecap="round" />
          <circle cx="74" cy="50" r="3.6" fill="none" stroke="var(--bm-steel)" strokeWidth="2.2" />
        </g>
      )}
      <circle cx="50" cy="50" r="4" fill="var(--bm-steel)" />
      <circle cx="50" cy="50" r="1.5" fill="var(--bm-face)" />
    </>
  )
}

const useSpoken = ({ label, unit, value, before, low, high, decimals, status, word, age }: DialProps): string => {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const comfort = useComfort()
  const now = value === null ? label : `${label} ${format.value(value, decimals, unit)}`
  const past = before === null ? null : t('dial.before', { value: format.figure(before, decimals, unit) })
  const state = age ? t('status.stale') : (word ?? (status && t(`status.${status}`)))
  return [now, state, comfort({ low, high, decimals, unit }), past, age].filter(Boolean).join(', ')
}

/** Letters of a name that stand beside each other below the narrowest dial. */
const LONG_NAME = 13
const FIGURE_SIZE = 21
/** Characters that fit at full size. */
const ROOM = 6

/** A barometer's dial: steel hand now, brass hand before, pale arc of comfort, red tick at the limit (design §8.2). */
export function Dial(props: DialProps) {
  const { label, unit, value, status, decimals, age, size = 100 } = props
  const format = useFormat()
  const spoken = useSpoken(props)
  const figure = value === null ? '–' : format.figure(value, decimals, unit)
  const fontSize = Math.min(FIGURE_SIZE, (FIGURE_SIZE * ROOM) / figure.length)
  const colour = age ? 'var(--bm-none)' : ((status && FIGURE[status]) ?? 'var(--bm-ink)')
  return (
    <figure className={classes.dial}>
      <svg
        className={classes.face}
        width={size}
        height={size * 0.94}
        viewBox="0 0 100 94"
        role="img"
        aria-label={spoken}
      >
        <Face {...props} />
        <Hands {...props} />
        <text x="50" y="86" textAnchor="middle" fontSize={fontSize} className={classes.figure} fill={colour}>
          {figure}
        </text>
      </svg>
      <figcaption aria-hidden="true" className={classes.caption} data-aged={age ? true : undefined}>
        <span className={classes.name} data-long={label.length > LONG_NAME || undefined}>
          {status && <StatusShape status={age ? 'stale' : status} size={15} />}
          <QuantityName name={label} />
        </span>
        <span className={classes.unit}>{age ?? format.unit(unit)}</span>
      </figcaption>
    </figure>
  )
}
