import { useTranslation } from 'react-i18next'
import type { Band } from '#shared/rules/locations/round-bands.ts'
import { type Curve, wantedAt } from '#shared/rules/locations/rounds.ts'
import { useFormat } from '../../kit/language/format.ts'
import { decimalsShown, unitFor } from '../../kit/language/viewer-formats.ts'
import { unitOfMeasure } from './tables.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM, AIR] = [320, 120, 44, 20, 6]

/** Edges at a day of age, and the value between them that is wanted; null where the edges alone are. */
interface AgePoint {
  age: number
  low: number
  high: number
  wanted: number | null
}

interface ChartProps {
  points: readonly AgePoint[]
  /** Day of age of the animals today; null where none are there. */
  age: number | null
  /** Words for what the chart shows. */
  label: string
  tick: (value: number) => string
}

/** Band by day of age, with the line of what is wanted, and the animals' day of today. */
function AgeChart({ points, age, label, tick }: ChartProps) {
  const { t } = useTranslation('rounds')
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const end = Math.max(last.age, age ?? 0, first.age + 1)
  const line = [...points, { ...last, age: end }]
  const [low, high] = [Math.min(...line.map(point => point.low)), Math.max(...line.map(point => point.high))]
  const x = (day: number) => LEFT + ((day - first.age) / (end - first.age)) * (WIDTH - LEFT - AIR)
  const y = (value: number) => AIR + ((high - value) / (high - low)) * (HEIGHT - BOTTOM - AIR)
  const path = (of: 'low' | 'high') => line.map(point => `${x(point.age)},${y(point[of])}`)
  const wanted = line.flatMap(point => (point.wanted === null ? [] : [`${x(point.age)},${y(point.wanted)}`]))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={label} style={{ maxWidth: 420 }}>
      <polygon points={[...path('high'), ...path('low').reverse()].join(' ')} fill="var(--bm-band)" />
      <polyline points={wanted.join(' ')} fill="none" stroke="var(--bm-steel)" strokeWidth="2" />
      {age !== null && age >= first.age && (
        <line x1={x(age)} x2={x(age)} y1={AIR} y2={HEIGHT - BOTTOM} stroke="var(--bm-brass)" strokeWidth="2" />
      )}
      <g fill="var(--bm-ink2)" fontSize="12">
        <text x={LEFT - 4} y={y(high) + 10} textAnchor="end">
          {tick(high)}
        </text>
        <text x={LEFT - 4} y={y(low)} textAnchor="end">
          {tick(low)}
        </text>
        <text x={x(first.age)} y={HEIGHT - 5}>
          {first.age}
        </text>
        <text x={x(end)} y={HEIGHT - 5} textAnchor="end">
          {t('curve.days', { days: end })}
        </text>
      </g>
    </svg>
  )
}

/** Temperature that a curve wants, give or take its margin. */
export function CurveChart({ curve, age }: { curve: Curve; age: number | null }) {
  const { t } = useTranslation('rounds')
  const format = useFormat()
  const known = curve.points.filter(({ temperature }) => temperature !== null)
  const [first, last] = [known[0], known.at(-1)]
  return (
    <AgeChart
      points={known.map(point => {
        const wanted = wantedAt(curve, 'temperature', point.age) ?? 0
        const [low, high] = [wanted - curve.temperature_margin, wanted + curve.temperature_margin]
        return { age: point.age, low, high, wanted }
      })}
      age={age}
      label={t('curve.spoken', {
        first: format.value(first?.temperature ?? 0, 1, '°C'),
        from: first?.age,
        last: format.value(last?.temperature ?? 0, 1, '°C'),
        until: last?.age,
      })}
      tick={value => `${format.figure(value, 0, '°C')}°`}
    />
  )
}

/** Edges of a band stand as they were typed, with so many decimals at most. */
const MAX_DECIMALS = 2

/** Band that somebody typed. */
export function BandChart({ band: { measure, points }, age }: { band: Band; age: number | null }) {
  const { t } = useTranslation('rounds')
  const format = useFormat()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const unit = unitOfMeasure(measure)
  const edges = points.flatMap(({ low, high }) => [low, high])
  const decimals = Math.min(MAX_DECIMALS, Math.max(...edges.map(edge => decimalsShown(edge, unit))))
  const number = (value: number) => format.figure(value, decimals, unit)
  return (
    <AgeChart
      points={points.map(point => ({ ...point, wanted: null }))}
      age={age}
      label={t('bands.spoken', {
        name: t(`bands.measure.${measure}`, { unit: unitFor('°C') }),
        first: `${number(first.low)}–${number(first.high)}`,
        from: first.age,
        last: `${number(last.low)}–${number(last.high)}`,
        until: last.age,
      })}
      tick={number}
    />
  )
}
