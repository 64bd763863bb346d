import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { type Direction, type Trend, trendOf } from '#shared/rules/science/trend.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import classes from '../home/home.module.css'
import { useDayOfFinding } from './day-of-finding.ts'

const ARROWS: Record<Direction, typeof IconArrowRight> = {
  rising: IconArrowUpRight,
  steady: IconArrowRight,
  falling: IconArrowDownRight,
}

/** Trend of the value that sets the grade; null of an old one, and until its last hour is there. */
const useTrend = (state: AreaState): Trend | null => {
  const now = useNow()
  const day = useDayOfFinding(state)
  const { finding, stale } = state
  if (!finding || stale || !day) return null
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
  const { direction, change } = trend
  const said = t(`trend.${direction}`, {
    change: `${change < 0 ? '−' : '+'}${format.value(Math.abs(change), finding.decimals, finding.unit)}`,
  })
  const Arrow = ARROWS[direction]
  return (
    <span className={classes.trend} title={said}>
      <Arrow size={17} stroke={2} aria-hidden="true" />
      <span className="bm-hidden">{said}</span>
    </span>
  )
}
