import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { RoundAxis } from '#shared/contract/places/flocks.ts'
import plain from '../../charts/plain-chart.module.css'
import { useFormat } from '../../kit/language/format.ts'
import { figureFor, keptFor } from '../../kit/language/viewer-formats.ts'
import classes from '../flocks.module.css'

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [48, 12, 10, 38, 280]
const STEPS = [1, 2, 5, 10]

/** Round distance between ticks, of which there are at most so many. */
const stepOf = (length: number, most: number): number => {
  const size = 10 ** Math.floor(Math.log10(Math.max(length / most, 1e-9)))
  return size * (STEPS.find(step => step * size * most >= length) ?? 10)
}

const ticksBetween = (low: number, high: number, most: number): number[] => {
  const step = stepOf(high - low, most)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** Rounds as lines over the day of age, the newest the strongest, with the band that the curve wants. */
export function AxisChart({ axis }: { axis: RoundAxis }) {
  const { t } = useTranslation('flocks')
  const { number } = useFormat()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { rounds, band } = axis
  const points = rounds.map(({ age, value }) =>
    value.flatMap((one, index) => (one === null ? [] : [{ age: age[index] ?? 0, value: one }])),
  )
  const [ages, values] = [points.flat().map(({ age }) => age), points.flat().map(({ value }) => value)]
  const [from, until] = [Math.min(...ages), Math.max(...ages, Math.min(...ages) + 1)]
  const wanted = (band?.age ?? []).flatMap((age, index) => {
    const middle = band?.value[index] ?? null
    const [low, high] = [band?.low[index] ?? middle, band?.high[index] ?? middle]
    return age >= from && age <= until && low !== null && high !== null ? [{ age, middle, low, high }] : []
  })
  const limit = band?.limit ?? null
  const all = [...values, ...wanted.flatMap(({ low, high }) => [low, high]), ...(limit === null ? [] : [limit])]
  const air = (Math.max(...all) - Math.min(...all)) * 0.06 || 1
  const [low, high] = [Math.min(...all) - air, Math.max(...all) + air]
  const x = (age: number) => LEFT + ((age - from) / (until - from)) * Math.max(1, width - LEFT - RIGHT)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = (some: readonly { age: number; value: number }[]) =>
    some.map(({ age, value }) => `${x(age).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const outline = [
    ...wanted.map(({ age, high: top }) => ({ age, value: top })),
    ...wanted.toReversed().map(({ age, low: bottom }) => ({ age, value: bottom })),
  ]
  const shown = (value: number): number => figureFor(value, axis.unit)
  const step = stepOf(shown(high) - shown(low), 4)
  const decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0
  // Round as whoever looks reads them.
  const ticks = ticksBetween(shown(low), shown(high), 4).map(value => ({
    value: keptFor(value, axis.unit),
    said: number(value, decimals),
  }))
  return (
    <div ref={ref} className={plain.chart}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={t('axis.spoken', { count: rounds.length, from, until })}
        >
          {ticks.map(({ value, said }) => (
            <g key={value}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className={plain.grid} />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" className={plain.tick}>
                {said}
              </text>
            </g>
          ))}
          {ticksBetween(from, until, width > 560 ? 10 : 5)
            .filter(Number.isInteger)
            .map(age => (
              <text key={age} x={x(age)} y={HEIGHT - 20} textAnchor="middle" className={plain.tick}>
                {age}
              </text>
            ))}
          <text x={width - RIGHT} y={HEIGHT - 4} textAnchor="end" className={plain.tick}>
            {t('axis.age')}
          </text>
          <polygon points={line(outline)} className={classes.band} />
          <polyline
            points={line(wanted.flatMap(({ age, middle }) => (middle === null ? [] : [{ age, value: middle }])))}
            className={classes.wanted}
          />
          {limit !== null && (
            <g>
              <line x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} className={classes.limit} />
              <text x={LEFT + 4} y={y(limit) - 5} className={classes.limitWord}>
                {t('axis.limit', { value: number(shown(limit), 0) })}
              </text>
            </g>
          )}
          {/* The newest lies on top. */}
          {points
            .map((some, index) => ({ some: segmentsOfLine(some), id: rounds[index]?.id ?? index, index }))
            .toReversed()
            .flatMap(({ some, id, index }) =>
              some.map(segment =>
                segment.length > 1 ? (
                  <polyline
                    key={`${id} ${segment[0]?.age}`}
                    points={line(segment)}
                    className={classes.line}
                    data-line={index}
                  />
                ) : (
                  <circle
                    key={`${id} ${segment[0]?.age}`}
                    cx={x(segment[0]?.age ?? 0)}
                    cy={y(segment[0]?.value ?? 0)}
                    r="2.5"
                    className={classes.dot}
                    data-line={index}
                  />
                ),
              ),
            )}
        </svg>
      )}
    </div>
  )
}

/** Days one after the other: no line is drawn across days of which nothing is known. */
const segmentsOfLine = (points: readonly { age: number; value: number }[]) => {
  const segments: { age: number; value: number }[][] = []
  for (const point of points) {
    const last = segments.at(-1)
    if (last && point.age - (last.at(-1)?.age ?? 0) <= 1) last.push(point)
    else segments.push([point])
  }
  return segments
}
