import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { EmissionsAnswer } from '#shared/contract/places/emissions.ts'
import { whyNothing } from '#shared/rules/locations/factor-per-place.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import plain from '../../charts/plain-chart.module.css'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { emissionSettingsScreen } from '../screens.ts'
import { areasOfSum } from './derivation.ts'
import classes from './emission.module.css'
import { type EmissionWords, untoldOf } from './words.ts'

const [LEFT, BOTTOM, TOP, HEIGHT] = [52, 24, 12, 270]
const MONTHS_FROM_DAYS = 62

interface Props {
  answer: EmissionsAnswer
  /** The year before, day by day of the same period. */
  before: EmissionsAnswer | undefined
}

/** Round number at or above a value, for the top of a scale, in quarters of which it can be read. */
const roundUp = (value: number): number => {
  const size = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find(one => one * size >= value) ?? 10
  return step * size
}

/** Sum since the beginning of the period with its likely range, beside what is permitted, the year before and the forecast. */
export function SumChart({ answer, before }: Props) {
  const { t } = useTranslation('emission')
  const format = useFormat()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { cumulative, total, forecast } = answer
  const start = Date.parse(answer.from)
  const days = (Date.parse(answer.until) - start) / DAY_MS
  const points = cumulative.date.flatMap((date, index) => {
    const [kg, low, high] = [cumulative.kg[index], cumulative.low[index], cumulative.high[index]]
    const day = (Date.parse(date) - start) / DAY_MS + 1
    return kg == null || low == null || high == null ? [] : [{ day, kg, low, high }]
  })
  const old = before?.cumulative.date.flatMap((date, index) => {
    const kg = before.cumulative.kg[index]
    return kg == null ? [] : [{ day: (Date.parse(date) - Date.parse(before.from)) / DAY_MS + 1, kg }]
  })
  const ceiling = total.ceiling_kg
  // A line from a sum that lacks months to that of the whole year would look like a leap.
  const isWhole = areasOfSum(answer).every(({ measured_since, total: of }) => measured_since === null && of.kg !== null)
  const expected = forecast?.run_rate_rest_kg ?? forecast?.permit_rest_kg ?? null
  // A scale of nothing is one of 1 kg: five lines of 0.00 say nothing.
  const highest =
    Math.max(...points.map(({ high }) => high), ...(old ?? []).map(({ kg }) => kg), ceiling ?? 0, expected ?? 0, 0) || 1
  const top = roundUp(highest * 1.02)
  const least = Math.min(0, ...points.map(({ low }) => low))
  const room = width > 560 ? 130 : 8
  const x = (day: number) => LEFT + (Math.min(day, days) / days) * Math.max(1, width - LEFT - room)
  const y = (kg: number) => TOP + ((top - Math.max(kg, least)) / (top - least)) * (HEIGHT - TOP - BOTTOM)
  const line = (all: readonly { day: number; kg: number }[]) => all.map(({ day, kg }) => `${x(day)},${y(kg)}`).join(' ')
  const band = [
    ...points.map(({ day, high }) => `${x(day)},${y(high)}`),
    ...points.toReversed().map(({ day, low }) => `${x(day)},${y(low)}`),
  ].join(' ')
  const last = points.at(-1)
  const decimals = top < 10 ? 1 : 0
  const ticks = timeTicks(answer, days, format.language, width)
  const ends = spread(
    [
      ...(ceiling === null ? [] : [{ key: 'ceiling', kg: ceiling, at: y(ceiling) }]),
      ...(expected === null ? [] : [{ key: 'forecast', kg: expected, at: y(expected) }]),
      ...(old?.length ? [{ key: 'before', kg: old.at(-1)?.kg ?? 0, at: y(old.at(-1)?.kg ?? 0) }] : []),
    ].toSorted((a, b) => a.at - b.at),
  )
  const isPermitted = answer.gas === 'nh3'
  const noCeiling = t(isPermitted ? 'chart.no_ceiling' : 'chart.no_ceiling_of_gas')
  const nothing = nothingOf(t, answer)
  const untold = untoldOf({ t }, areasOfSum(answer))
  const label = spokenOf(t, {
    nothing,
    kg: last ? format.number(last.kg, decimals) : null,
    ceiling: ceiling === null ? null : format.number(ceiling, decimals),
    noCeiling,
  })
  const [first] = areasOfSum(answer).filter(area => area.total.ceiling_kg === null)
  return (
    <>
      <div ref={ref} className={plain.chart}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={label}>
            <defs>
              <clipPath id="emission-chart">
                <rect x={LEFT} y={0} width={Math.max(0, width - LEFT)} height={HEIGHT - BOTTOM} />
              </clipPath>
            </defs>
            {[0, 1 / 4, 1 / 2, 3 / 4, 1].map(share => (
              <g key={share}>
                <line x1={LEFT} x2={width - room} y1={y(share * top)} y2={y(share * top)} className={plain.grid} />
                <text x={LEFT - 8} y={y(share * top) + 4} textAnchor="end" className={plain.tick}>
                  {format.number(share * top, top < 0.1 ? 4 : top < 10 ? 2 : 0)}
                </text>
              </g>
            ))}
            {ticks.map(({ day, name }) => (
              <text key={day} x={x(day)} y={HEIGHT - 6} textAnchor="start" className={plain.tick}>
                {name}
              </text>
            ))}
            <g clipPath="url(#emission-chart)">
              {points.length > 0 && <polygon points={band} className={classes.range} />}
              {old && old.length > 1 && <polyline points={line(old)} className={classes.before} />}
              {points.length > 1 && <polyline points={line(points)} className={classes.measured} />}
              {ceiling !== null && (
                <line x1={LEFT} x2={width - room} y1={y(ceiling)} y2={y(ceiling)} className={classes.ceiling} />
              )}
              {last && expected !== null && isWhole && (
                <polyline points={line([last, { day: days, kg: expected }])} className={classes.forecast} />
              )}
              {expected !== null && <circle cx={x(days)} cy={y(expected)} r="4" className={classes.expected} />}
              {last && <circle cx={x(last.day)} cy={y(last.kg)} r="5" className={classes.now} />}
            </g>
            {room > 100 &&
              ends.map(({ key, kg, at }) => (
                <text key={key} x={width - room + 7} y={at + 4} className={classes.end} data-line={key}>
                  {t(`chart.end.${key}`, { kg: format.number(kg, decimals) })}
                </text>
              ))}
          </svg>
        )}
      </div>
      {!last && <p className="bm-small bm-muted">{nothing}</p>}
      {last && untold !== null && <p className="bm-small bm-muted">{untold}</p>}
      {ceiling === null && (
        <p className="bm-small bm-muted">
          {noCeiling}{' '}
          {isPermitted && first && (
            <ScreenLink className="bm-link" to={linkTo(emissionSettingsScreen, { search: { area_id: first.area_id } })}>
              {t('factor_missing_action')}
            </ScreenLink>
          )}
        </p>
      )}
    </>
  )
}

/** Says why a chart has no line: nothing was measured, else the first reason of an area that measures, named where there are several. */
export const nothingOf = (t: EmissionWords['t'], { gas, areas }: Pick<EmissionsAnswer, 'gas' | 'areas'>): string => {
  const all = areasOfSum({ areas })
  const measuring = all.filter(({ gases }) => gases.includes(gas))
  if (measuring.length === 0) return t('chart.none')
  for (const area of measuring) {
    const reason = whyNothing(area, gas)
    if (reason) return `${all.length > 1 ? `${area.area_name}: ` : ''}${t(`problem.${reason}`)}`
  }
  return t('nothing_known')
}

/** Words of the chart for who hears it: no ceiling is said as that, and not as 0 kg. */
export const spokenOf = (
  t: EmissionWords['t'],
  {
    kg,
    ceiling,
    noCeiling,
    nothing,
  }: { kg: string | null; ceiling: string | null; noCeiling: string; nothing: string },
): string => {
  if (kg === null) return nothing
  return ceiling === null ? `${t('chart.spoken_alone', { kg })}. ${noCeiling}` : t('chart.spoken', { kg, ceiling })
}

type EndKey = 'ceiling' | 'forecast' | 'before'
const LINE_HEIGHT = 18

/** Labels at the ends of lines, moved apart so that none lies on another. */
const spread = (
  ends: readonly { key: string; kg: number; at: number }[],
): { key: EndKey; kg: number; at: number }[] => {
  let above = Number.NEGATIVE_INFINITY
  return ends.map(({ key, kg, at }) => {
    above = Math.max(at, above + LINE_HEIGHT)
    return { key: key === 'ceiling' || key === 'forecast' ? key : 'before', kg, at: above }
  })
}

/** Names below the chart: months of a longer time, else days. */
const timeTicks = ({ from }: EmissionsAnswer, days: number, language: string, width: number) => {
  const isLong = days > MONTHS_FROM_DAYS
  const step = isLong ? 1 : Math.max(1, Math.ceil(days / (width > 560 ? 16 : 7)))
  const month = new Intl.DateTimeFormat(language, { month: width > 560 ? 'short' : 'narrow', timeZone: 'UTC' })
  const all = Array.from({ length: days }, (_, day) => ({ day, time: new Date(Date.parse(from) + day * DAY_MS) }))
  return isLong
    ? all.filter(({ time }) => time.getUTCDate() === 1).map(({ day, time }) => ({ day, name: month.format(time) }))
    : all.filter(({ day }) => day % step === 0).map(({ day, time }) => ({ day, name: String(time.getUTCDate()) }))
}
