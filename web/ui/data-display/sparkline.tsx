import { useId } from 'react'
import type { Status } from '../status/status.ts'

interface Props {
  /** Means at equal steps, oldest first; null where nothing was measured. */
  values: readonly (number | null)[]
  low: number | null
  high: number | null
  status: Status
  /** Spoken instead of the picture: lowest, highest and present value. */
  label: string
  width?: number
  height?: number
}

interface Scale {
  x: (index: number) => number
  y: (value: number) => number
}

const scaleOf = ({ values, low, high, width = 140, height = 58 }: Props): Scale | null => {
  const measured = values.filter(value => value !== null)
  if (measured.length === 0) return null
  const known = [...measured, ...[low, high].filter(edge => edge !== null)]
  const bottom = Math.min(...known)
  const span = Math.max(...known) - bottom || 1
  return {
    x: index => 3 + (index * (width - 6)) / Math.max(1, values.length - 1),
    y: value => height - 5 - ((value - bottom) / span) * (height - 10),
  }
}

const lineOf = (values: readonly (number | null)[], { x, y }: Scale): string =>
  values
    .map((value, index) => {
      if (value === null) return ''
      const start = index === 0 || values[index - 1] === null
      return `${start ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')

const gapsOf = (values: readonly (number | null)[]): [number, number][] => {
  const gaps: [number, number][] = []
  values.forEach((value, index) => {
    if (value !== null) return
    const last = gaps.at(-1)
    if (last && last[1] === index - 1) last[1] = index
    else gaps.push([index, index])
  })
  return gaps
}

/** A day at a glance: comfort band, line, hatched gaps, the last point in the colour of the status. */
export function Sparkline(props: Props) {
  const { values, low, high, status, label, width = 140, height = 58 } = props
  const hatch = useId()
  const scale = scaleOf(props)
  if (!scale) return null
  const top = high === null ? 0 : scale.y(high)
  const bottom = low === null ? height : scale.y(low)
  const last = values.findLastIndex(value => value !== null)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-status={status}
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--bm-noneSoft)" />
          <path d="M0 0V6" stroke="var(--bm-none)" strokeWidth="1.2" opacity=".55" />
        </pattern>
      </defs>
      <rect width={width} height={height} rx="5" fill="var(--bm-sunk)" opacity=".55" />
      {(low !== null || high !== null) && (
        <rect y={top} width={width} height={Math.max(0, bottom - top)} fill="var(--bm-band)" />
      )}
      {gapsOf(values).map(([from, to]) => (
        <rect
          key={from}
          x={scale.x(Math.max(0, from - 1))}
          width={scale.x(Math.min(values.length - 1, to + 1)) - scale.x(Math.max(0, from - 1))}
          height={height}
          fill={`url(#${hatch})`}
        />
      ))}
      <path
        d={lineOf(values, scale)}
        fill="none"
        stroke="var(--bm-steel)"
        strokeWidth="1.9"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle
        cx={scale.x(last)}
        cy={scale.y(values[last] ?? 0)}
        r="3.6"
        fill="var(--bm-status)"
        stroke="var(--bm-card)"
        strokeWidth="1.5"
      />
    </svg>
  )
}
