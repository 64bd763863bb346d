import { isOfDifference } from '#shared/rules/alerts/rule-sentence.ts'
import { shownDifference, shownNumber, shownUnit } from '#shared/rules/formats/formats.ts'
import { gapsOf } from '#shared/rules/ingest/frame.ts'
import { formatNumber } from '#shared/rules/ingest/value.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { durationText } from '../../alerts/delivery/words.ts'
import { fill, textsOf } from '../../kit/language.ts'
import type { EventMark } from '../../kit/paper/paper.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { taxonomyNamesOf } from '../../taxonomy/names.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { AreaFacts, ReportContent } from './facts.ts'
import { momentText, paperWords } from './words.ts'

/** A shorter time without any reading is no event. */
const LEAST_GAP = HOUR_MS

export interface PaperEvent {
  mark: EventMark
  /** Epoch ms. */
  at: number
  text: string
}

/** Alerts, gaps, diary entries and notes of an area in the order in which they began. */
export const eventsOf = (facts: AreaFacts, content: ReportContent, now: number): PaperEvent[] =>
  [
    ...alertEvents(facts, content),
    ...gapEvents(facts, content, now),
    ...visitEvents(facts, content),
    ...noteEvents(facts, content),
  ].sort((one, other) => one.at - other.at)

const nameOf = (key: string | null, { language }: ReportContent): string => {
  const type = measurementTypeOf(key ?? '')
  return type ? taxonomyNamesOf(language).physical_quantities[type.pq] : (key ?? '')
}

/** Worst value of an alert; that of a limit on a change is a difference. */
const worstText = (
  { worst_value, unit, calculation, comparison }: AreaFacts['alerts'][number],
  decimals: number,
  { language, formats }: ReportContent,
): string => {
  const kept = calculation === 'count' ? '' : (unit ?? '')
  const isDifference = calculation && comparison && isOfDifference({ calculation, comparison })
  const shown = (isDifference ? shownDifference : shownNumber)(worst_value ?? 0, kept, formats)
  return `${formatNumber(shown, decimals, language)} ${shownUnit(unit ?? '', formats)}`.trim()
}

const alertEvents = ({ alerts }: AreaFacts, content: ReportContent): PaperEvent[] => {
  const words = paperWords(content.language).events
  return alerts.map(alert => {
    const at = Date.parse(alert.fired_at)
    const span = alert.resolved_at === null ? null : durationText(Date.parse(alert.resolved_at) - at)
    const type = measurementTypeOf(alert.measurement ?? '')
    const value = alert.worst_value === null ? '–' : worstText(alert, type?.decimals ?? 0, content)
    const filled = { name: nameOf(alert.measurement, content), device: alert.device_name, value, span: span ?? '' }
    const what = {
      rule: span === null ? words.rule_open : words.rule,
      device_silent: span === null ? words.silent_open : words.silent,
      battery_low: words.battery,
    }[alert.kind]
    return {
      mark: 'alert' as const,
      at,
      text: [fill(what, filled), takenText(alert, content)].filter(Boolean).join(' '),
    }
  })
}

const takenText = ({ acknowledged }: AreaFacts['alerts'][number], { language }: ReportContent): string => {
  if (!acknowledged) return ''
  const words = paperWords(language).events
  const { name, note } = acknowledged
  return note ? fill(words.taken_note, { name, note }) : fill(words.taken, { name })
}

/** Times in which nothing at all was read: the gaps of the measurement that has the fewest. */
const gapEvents = ({ frame }: AreaFacts, content: ReportContent, now: number): PaperEvent[] => {
  if (!frame) return []
  const until = Math.min(now, content.until)
  const [fullest] = Object.values(frame.series).sort((one, other) => other.coverage - one.coverage)
  if (!fullest) return []
  const text = paperWords(content.language).events.gap
  return gapsOf(frame, fullest, until)
    .filter(([from, end]) => end - from >= LEAST_GAP)
    .map(([from, end]) => ({ mark: 'gap', at: from, text: fill(text, { span: durationText(end - from) }) }))
}

const visitEvents = ({ visits }: AreaFacts, { language }: ReportContent): PaperEvent[] => {
  const words = paperWords(language).events.visit
  return visits.map(({ date, impression, notes }) => ({
    mark: 'visit',
    at: Date.parse(date),
    text: [words[impression ?? 'none'], notes].filter(Boolean).join(' '),
  }))
}

const noteEvents = ({ notes, area }: AreaFacts, content: ReportContent): PaperEvent[] => {
  const words = paperWords(content.language).events
  return notes.map(({ from, until, text, writer_name }) => {
    const said = { text, until: until === null ? '' : momentText(until, area.time_zone, content) }
    return {
      mark: 'other',
      at: Date.parse(from),
      text: [fill(until === null ? words.note : words.note_until, said), writer_name && `(${writer_name})`]
        .filter(Boolean)
        .join(' '),
    }
  })
}

/** Calibrations and doubtful stretches of the devices of an area. */
export const logOf = (facts: AreaFacts, content: ReportContent): PaperEvent[] => {
  const { language } = content
  const words = paperWords(language).log
  const why = textsOf(language, 'measurements').fault
  const names = new Map(facts.devices.map(({ id, name }) => [id, name]))
  const types = taxonomyLists(language).measurement_types
  const measured = (key: string) => types.find(one => one.abbreviation === key)?.name ?? key
  const calibrated = facts.calibrations.map(({ device_id, measurement, offset, valid_from }): PaperEvent => {
    const type = measurementTypeOf(measurement)
    const sign = offset > 0 ? '+' : ''
    const text =
      `${sign}${formatNumber(shownDifference(offset, type?.unit ?? '', content.formats), Math.max(1, type?.decimals ?? 1), language)} ${shownUnit(type?.unit ?? '', content.formats)}`.trim()
    return {
      mark: 'calibration',
      at: Date.parse(valid_from),
      text: fill(words.calibrated, { device: names.get(device_id) ?? '', name: measured(measurement), offset: text }),
    }
  })
  const doubtful = facts.faults.map(
    ({ device_id, measurement, fault, start, end }): PaperEvent => ({
      mark: 'doubtful',
      at: Date.parse(start),
      text: fill(words.doubtful, {
        device: names.get(device_id) ?? '',
        name: measured(measurement),
        until: momentText(end, facts.area.time_zone, content),
        why: why[fault],
      }),
    }),
  )
  return [...calibrated, ...doubtful].sort((one, other) => one.at - other.at)
}

/** Interval of comfort for a chart: fixed for the animals, or following their age. */
export const comfortOf = (facts: AreaFacts, key: string, period: Interval) => {
  const edges = facts.means.find(({ definition }) => definition.type.abbreviation === key)?.definition.edges
  const byAge = facts.frame?.comfort?.filter(one => one.measurement === key) ?? []
  if (byAge.length > 0)
    return byAge.map(({ from, until, low_value, high_value }) => ({ from, until, low: low_value, high: high_value }))
  return edges ? [{ ...period, low: edges.low_value, high: edges.high_value }] : []
}
