import { useTranslation } from 'react-i18next'
import { type Curve, wantedAt } from '#shared/rules/locations/rounds.ts'
import { useFormat } from '../../kit/language/format.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM, AIR] = [320, 120, 34, 20, 6]

/** Wanted temperature by day of age, as a band with a line, and the animals' day of today. */
export function CurveChart({ curve, age }: { curve: Curve; age: number | null }) {
  const { t } = useTranslation('rounds')
  const format = useFormat()
  const known = curve.points.filter(({ temperature }) => temperature !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return null
  const end = Math.max(last.age, age ?? 0, first.age + 1)
  const values = known.flatMap(({ temperature }) => temperature ?? [])
  const [low, high] = [Math.min(...values) - curve.temperature_margin, Math.max(...values) + curve.temperature_margin]
  const x = (day: number) => LEFT + ((day - first.age) / (end - first.age)) * (WIDTH - LEFT - AIR)
  const y = (value: number) => AIR + ((high - value) / (high - low)) * (HEIGHT - BOTTOM - AIR)
  const line = [...known.map(point => point.age), end].map(day => ({
    day,
    value: wantedAt(curve, 'temperature', day) ?? 0,
  }))
  const path = (shift: number) => line.map(({ day, value }) => `${x(day)},${y(value + shift)}`)
  const band = [...path(curve.temperature_margin), ...path(-curve.temperature_margin).reverse()].join(' ')
  const said = t('curve.spoken', {
    first: format.number(first.temperature ?? 0, 1),
    from: first.age,
    last: format.number(last.temperature ?? 0, 1),
    until: last.age,
  })
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={said} style={{ maxWidth: 420 }}>
      <polygon points={band} fill="var(--bm-band)" />
      <polyline points={path(0).join(' ')} fill="none" stroke="var(--bm-steel)" strokeWidth="2" />
      {age !== null && age >= first.age && (
        <line x1={x(age)} x2={x(age)} y1={AIR} y2={HEIGHT - BOTTOM} stroke="var(--bm-brass)" strokeWidth="2" />
      )}
      <g fill="var(--bm-ink2)" fontSize="12">
        <text x={LEFT - 4} y={y(high) + 10} textAnchor="end">
          {format.number(high, 0)}°
        </text>
        <text x={LEFT - 4} y={y(low)} textAnchor="end">
          {format.number(low, 0)}°
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
