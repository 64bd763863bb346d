import { createRequire } from 'node:module'
import { lastOf } from '#shared/rules/collections/elements.ts'
import { type Reader, readDateTime, shownNumber, shownUnit } from '#shared/rules/formats/formats.ts'
import { formatNumber } from '#shared/rules/ingest/value.ts'
import { type Interval, toInterval } from '#shared/rules/time/interval.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { segmentsOf, stepsOf } from '#shared/rules/time/period.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { visiblePeriods } from '../../devices/access.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import type { Services } from '../../kit/services.ts'
import { readFrame } from '../../series/series-frame.ts'
import { rangesIn } from '../../series/target.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { callerOf, readerOf } from '../../users/accounts.ts'
import type { Person } from '../rules/people.ts'
import type { ToldAlert } from './delivery-store.ts'
import { whatText } from './words.ts'

const STEP = 300
const [WIDTH, HEIGHT] = [512, 190]
const PLOT = { left: 46, right: WIDTH - 14, top: 34, bottom: HEIGHT - 26 }
const LINE_HEIGHT = 14
/** Sharp on a phone's screen. */
const ZOOM = 2
const INK = { text: '#1B2430', muted: '#5B6675', line: '#2C3E7E', limit: '#C2410C', grid: '#E3E7EC', paper: '#FFFFFF' }

interface Point {
  /** Epoch ms. */
  time: number
  value: number
}

/**
 * The last hours of what set the alert off with the limit drawn, as PNG in base64: only what the person may see of the device.
 * Null where nothing was measured, and for what is built in.
 */
export const alertChartPicture = async (
  services: Services,
  alert: ToldAlert,
  person: Person,
): Promise<string | null> => {
  if (alert.kind !== 'rule' || alert.measurement === null) return null
  const until = Math.min(
    services.now(),
    alert.resolved_at === null ? services.now() : Date.parse(alert.resolved_at) + HOUR_MS,
  )
  const from = Math.max(Math.min(until - 6 * HOUR_MS, Date.parse(alert.started_at) - HOUR_MS), until - 72 * HOUR_MS)
  const points = await readPoints(services, alert, person, { from, until })
  return points.length < 2 ? null : render(drawing(alert, points, { from, until }, readerOf(person)))
}

const readPoints = async (
  { db, series, now }: Services,
  alert: ToldAlert,
  person: Person,
  range: Interval,
): Promise<Point[]> => {
  const { device_id: deviceId, time_zone: zone, measurement } = alert
  const spans = (await visiblePeriods(db, callerOf(person), deviceId)).get(deviceId) ?? []
  const frame = await readFrame(
    { db, series },
    {
      deviceId,
      sources: [{ deviceId, ranges: rangesIn(spans, range), readable: spans.map(toInterval) }],
      corrections: await correctionsOf(db, [deviceId]),
      keys: [measurement ?? ''],
      period: { ...range, step: STEP },
      zone,
      uploadInterval: STEP,
      without: [],
      now: now(),
    },
  )
  const means = frame.series[measurement ?? '']?.mean ?? []
  return frame.time.flatMap((time, index) => {
    const value = means[index]
    return value === null || value === undefined ? [] : [{ time, value }]
  })
}

/** A limit on the change, or on how many readings there are, has no height on the axis of the values. */
const limitIn = ({ threshold_value, comparison, calculation }: ToldAlert): number | null =>
  comparison === 'value' && calculation !== 'derivative' && calculation !== 'count' ? threshold_value : null

const drawing = (alert: ToldAlert, points: Point[], { from, until }: Interval, reader: Reader) => {
  const unit = measurementTypeOf(alert.measurement ?? '')?.unit ?? ''
  const shown = (value: number) => shownNumber(value, unit, reader.formats)
  const limit = limitIn(alert)
  const values = [...points.map(({ value }) => value), ...(limit === null ? [] : [limit])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = (high - low || Math.abs(high) || 1) * 0.12
  const x = (time: number) => round(PLOT.left + ((time - from) / (until - from)) * (PLOT.right - PLOT.left))
  const y = (value: number) =>
    round(PLOT.bottom - ((value - low + margin) / (high - low + 2 * margin)) * (PLOT.bottom - PLOT.top))
  const label = (value: number) => formatNumber(shown(value), shown(high) - shown(low) < 5 ? 1 : 0, reader.language)
  // A number that would lie on that of the limit is left out.
  const isFree = (value: number) => limit === null || Math.abs(y(value) - y(limit)) > LINE_HEIGHT
  const title = unit ? `${whatText(alert, reader)} (${shownUnit(unit, reader.formats)})` : whatText(alert, reader)
  const last = lastOf(points)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Roboto" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="12" fill="${INK.paper}"/>`,
    `<text x="14" y="21" font-size="13" fill="${INK.text}">${escaped(title)}</text>`,
    ...[low, high].map(value => `<path d="M${PLOT.left} ${y(value)}H${PLOT.right}" stroke="${INK.grid}"/>`),
    ...[low, high].filter(isFree).map(value => axisText(label(value), y(value), INK.muted)),
    ...hoursIn(from, until, alert.time_zone).map(
      time =>
        `<text x="${x(time)}" y="${HEIGHT - 8}" text-anchor="middle" fill="${INK.muted}">${hourAt(time, alert.time_zone, reader)}</text>`,
    ),
    ...(limit === null
      ? []
      : [
          `<path d="M${PLOT.left} ${y(limit)}H${PLOT.right}" stroke="${INK.limit}" stroke-width="1.5" stroke-dasharray="6 4"/>`,
          axisText(label(limit), y(limit), INK.limit),
        ]),
    `<path d="${pathOf(points, x, y)}" fill="none" stroke="${INK.line}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${x(last.time)}" cy="${y(last.value)}" r="4" fill="${INK.line}"/>`,
    '</svg>',
  ].join('')
}

/** Full hour of the clocks of a place. */
const hourAt = (time: number, zone: string, reader: Reader): string =>
  readDateTime(dateTimeAt(time, zone).slice(11), reader)

const round = (value: number): number => Math.round(value * 10) / 10

const axisText = (text: string, y: number, colour: string): string =>
  `<text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end" fill="${colour}">${text}</text>`

/** A gap of more than half an hour is not drawn over. */
const pathOf = (points: Point[], x: (time: number) => number, y: (value: number) => number): string =>
  points
    .map(({ time, value }, index) => {
      const before = points[index - 1]
      return `${before && time - before.time <= HOUR_MS / 2 ? 'L' : 'M'}${x(time)} ${y(value)}`
    })
    .join('')

/** Full hours of the place, up to seven, none so near the edge that its text would be cut. */
const hoursIn = (from: number, until: number, zone: string): number[] => {
  const every = [1, 2, 3, 6, 12].find(hours => (until - from) / (hours * HOUR_MS) <= 7) ?? 24
  const edge = (until - from) / 25
  const hours = stepsOf(from, until, every * 3600, segmentsOf(from, until, zone))
  return hours.filter(time => time >= from + edge && time <= until - edge)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Loaded with the first picture: most processes never draw one. */
const render = async (svg: string): Promise<string> => {
  const { renderAsync } = await import('@resvg/resvg-js')
  const font = createRequire(import.meta.url).resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')
  const image = await renderAsync(svg, {
    font: { fontFiles: [font], loadSystemFonts: false, defaultFontFamily: 'Roboto' },
    fitTo: { mode: 'zoom', value: ZOOM },
  })
  return image.asPng().toString('base64')
}
