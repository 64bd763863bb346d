import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { type Direction, type Trend, trendOf } from '#shared/rules/science/trend.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../home/home.module.css'
import { useDayOfFinding } from './day-of-finding.ts'

const ARROWS: Record<Direction, typeof IconArrowRight> = {
  rising: IconArrowUpRight,
  steady: IconArrowRight,
  falling: IconArrowDownRight,
}

/** Time (ms) that the arrow looks back on: its hour, and the quarter before that it is compared with. */
const TREND_MS = HOUR_MS + 15 * MINUTE_MS

/** Trend of the value that sets the grade; null of an old one, and until its last hour is there. */
const useTrend = (state: AreaState): Trend | null => {
  const now = useNow()
  const day = useDayOfFinding(state)
  const { device, finding, stale } = state
  const since = Date.parse(device?.placement?.start ?? '')
  // A device that came from elsewhere has its last hour from there.
  if (!finding || stale || !day || !(since <= now - TREND_MS)) return null
  const { column, time, step } = day
  const interval = column.interval_seconds === null ? null : column.interval_seconds * 1000
  return trendOf({ time, mean: column.mean, step, interval }, finding, now)
}

/** Arrow beside the value of an area: whether it rises or falls. It comes after the screen, and has its room from the start. */
export function AreaTrend({ state }: { state: AreaState }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const trend = useTrend(state)
  const { finding } = state
  if (!finding || !trend) return <span className={classes.trend} />
  const { direction } = trend
  // A change that is shown as nothing has no sign.
  const change = Number(trend.change.toFixed(finding.decimals))
  const said = t(`trend.${direction}`, {
    change: `${change < 0 ? '−' : change > 0 ? '+' : ''}${format.difference(Math.abs(change), finding.decimals, finding.unit)}`,
  })
  const Arrow = ARROWS[direction]
  return (
    <span className={classes.trend} title={said}>
      <Arrow size={17} stroke={2} aria-hidden="true" />
      <span className="bm-hidden">{said}</span>
    </span>
  )
}
