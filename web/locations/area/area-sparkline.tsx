import { useTranslation } from 'react-i18next'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { useFormat } from '../../kit/language/format.ts'
import { Sparkline } from '../../ui/data-display/sparkline.tsx'
import { useDayOfFinding } from './day-of-finding.ts'

/** 24 hours in 48 points. */
const POINTS = 48

/** Means of `POINTS` equal parts of a column; null where a part has no value. */
const thinned = (column: readonly (number | null)[]): (number | null)[] => {
  if (column.length <= POINTS) return [...column]
  return Array.from({ length: POINTS }, (_, index) => {
    const from = Math.floor((index * column.length) / POINTS)
    const until = Math.floor(((index + 1) * column.length) / POINTS)
    const values = column.slice(from, until).filter(value => value !== null)
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  })
}

interface Props {
  state: AreaState
  width: number
  height: number
}

/** The last day of the quantity that sets an area's grade. */
export function AreaSparkline({ state, width, height }: Props) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { finding, stale } = state
  const column = useDayOfFinding(state)?.column.mean
  const measured = column?.filter(value => value !== null) ?? []
  if (!finding || !column || measured.length === 0) return <svg width={width} height={height} aria-hidden="true" />
  const number = (value: number) => format.figure(value, finding.decimals, finding.unit)
  const label = t('spark', {
    name: finding.name,
    min: number(Math.min(...measured)),
    max: number(Math.max(...measured)),
    now: number(finding.value),
  })
  return (
    <Sparkline
      values={thinned(column)}
      low={finding.low}
      high={finding.high}
      status={stale ? 'stale' : finding.status}
      label={label}
      width={width}
      height={height}
    />
  )
}
