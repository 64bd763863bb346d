import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import { type Reader, readDateTime } from '#shared/rules/formats/formats.ts'
import { ENOUGH_DATA, gapsOf } from '#shared/rules/ingest/frame.ts'
import type { ReportTitle } from '#shared/rules/reports/report-states.ts'
import { type ClimateStatus, statusOfGrade } from '#shared/rules/science/grade.ts'
import type { PeriodMean } from '#shared/rules/science/period-means.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { DAY_S, HOUR_S, MINUTE_S } from '#shared/rules/time/units.ts'
import { fill } from '../../kit/language.ts'
import type { Block, Cell, EventMark, Paper, PaperChart, PaperTable, Run, Tone } from '../../kit/paper/paper.ts'
import { blocksOfText } from '../../kit/paper/rich-text.ts'
import { comfortOf, eventsOf, logOf, type PaperEvent } from './events.ts'
import type { AreaFacts, ReportContent, ReportFacts } from './facts.ts'
import { edgeOf, gradeOf, hoursOf, momentText, numberOf, paperWords, shareOf, unitIn, valueText } from './words.ts'

/** Events of one list that stand on the paper; the others are counted. */
const MAX_LINES = 60
const PICTURES_A_ROW = 3

/** Everything about a report that is no measurement. */
export interface PaperFrame {
  title: ReportTitle
  /** Person it is made for. */
  name: string
  /** Epoch ms. */
  now: number
  /** Purpose of the research project that it is about, maybe a rich text. */
  purpose?: string | null
}

/** A report on paper: the summary first, then each area. */
export const reportPaper = ({ content, areas }: ReportFacts, { title, name, now, purpose }: PaperFrame): Paper => {
  const { language, zone, from, until } = content
  const words = paperWords(language)
  // The last minute that belongs to it, as people name a period.
  const period = { from: momentText(from, zone, content), until: momentText(until - 1, zone, content), zone }
  return {
    title: words.title[title],
    language,
    subtitle: [content.project, fill(words.period, period)].filter(Boolean).join(' · '),
    footer: fill(words.made, { time: momentText(now, zone, content), name }),
    blocks: [
      ...(purpose
        ? [{ kind: 'heading' as const, level: 1 as const, text: words.purpose }, ...blocksOfText(purpose)]
        : []),
      ...(areas.length > 1 ? summaryOf(areas, content) : []),
      ...areas.flatMap((area, index) => areaBlocks(area, content, { now, onNewPage: areas.length > 1 || index > 0 })),
    ],
  }
}

const TONES: Record<ClimateStatus, Tone> = {
  good: 'good',
  attention: 'attention',
  act_now: 'bad',
  too_cold: 'attention',
  no_data: 'muted',
}
const toneOf = (status: ClimateStatus | null): Tone => (status === null ? 'ink' : TONES[status])

const nameIn = ({ means }: AreaFacts, key: string): string =>
  means.find(({ definition }) => definition.type.abbreviation === key)?.definition.type.name ?? key

const summaryOf = (areas: readonly AreaFacts[], reader: ReportContent): Block[] => {
  const words = paperWords(reader.language)
  return [
    { kind: 'heading', level: 1, text: words.summary },
    {
      kind: 'table',
      columns: [
        { title: words.areas.area, wide: true },
        { title: words.areas.location, wide: true },
        { title: words.areas.grade, align: 'right' },
        { title: words.areas.sets },
        { title: words.areas.before, align: 'right' },
        { title: words.areas.data, align: 'right' },
      ],
      rows: areas.map((area): Cell[] => [
        { text: area.area.area_name, bold: true },
        area.area.location_name,
        {
          text: gradeOf(area.overall?.grade ?? null, reader),
          bold: true,
          tone: toneOf(statusOfGrade(area.overall?.grade ?? null)),
        },
        area.overall ? nameIn(area, area.overall.key) : '–',
        { text: gradeOf(area.overallBefore, reader), tone: 'before' },
        shareOf(area.frame?.coverage ?? null, reader),
      ]),
    },
    ...areas.map(
      (area): Block => ({
        kind: 'text',
        text: [{ text: `${area.area.area_name}: `, bold: true }, { text: leadOf(area, reader).join(' ') }],
      }),
    ),
  ]
}

/** Sentences that say what was good, what not, and what changed against the period before. */
export const leadOf = (facts: AreaFacts, reader: Reader): string[] => {
  const words = paperWords(reader.language).lead
  if (!facts.frame) return [words.not_there]
  if (facts.means.length === 0) return [words.nothing]
  const names = (means: readonly PeriodMean[]) => means.map(({ definition }) => definition.type.name).join(', ')
  const graded = facts.means.filter(({ status }) => status !== null)
  const good = graded.filter(({ status }) => status === 'good')
  const poor = graded.filter(({ status }) => status !== 'good')
  const over = facts.means.flatMap(({ definition }) => {
    const peak = facts.measurements[definition.type.abbreviation]?.peak
    if (!peak?.limit || !peak.hours_over_limit) return []
    const hours = fill(paperWords(reader.language).hours, { count: hoursOf(peak.hours_over_limit, reader) })
    return [fill(words.over, { name: definition.type.name, limit: valueOfEdge(peak.limit, definition, reader), hours })]
  })
  const limits = facts.means.flatMap(mean => {
    const limit = mean.definition.edges?.limit_value ?? null
    return limit === null ? [] : [{ ...mean, limit }]
  })
  // Hours are those of five-minute means: a single reading may lie above the limit of a measurement that has none.
  const briefly = limits.flatMap(({ definition, high, limit }) => {
    const hours = facts.measurements[definition.type.abbreviation]?.peak?.hours_over_limit ?? 0
    if (hours > 0 || high === null || high <= limit) return []
    const said = { limit: valueOfEdge(limit, definition, reader), value: valueText(high, definition, reader) }
    return [fill(words.over_briefly, { name: definition.type.name, ...said })]
  })
  const change = changeOf(facts)
  const grades = {
    grade: gradeOf(facts.overall?.grade ?? null, reader),
    before: gradeOf(facts.overallBefore, reader),
  }
  const coverage = facts.frame.coverage
  return [
    good.length > 0 && fill(words.good, { names: names(good) }),
    poor.length > 0 && fill(words.not_good, { names: names(poor) }),
    ...(over.length + briefly.length > 0 ? [...over, ...briefly] : [limits.length > 0 && words.never_over]),
    change === 'better' && fill(words.better, grades),
    change === 'worse' && fill(words.worse, grades),
    change === 'same' && words.as_before,
    coverage < ENOUGH_DATA && fill(words.little, { share: shareOf(coverage, reader) }),
  ].filter(text => typeof text === 'string')
}

/** A change of the grade that is shown differently. */
const changeOf = ({ overall, overallBefore }: AreaFacts): 'better' | 'worse' | 'same' | null => {
  if (!overall || overallBefore === null) return null
  const [now, before] = [Math.round(overall.grade * 10), Math.round(overallBefore * 10)]
  return now === before ? 'same' : now > before ? 'better' : 'worse'
}

const valueOfEdge = (value: number, definition: PeriodMean['definition'], reader: Reader): string =>
  `${edgeOf(value, definition, reader)} ${unitIn(definition, reader)}`.trim()

const areaBlocks = (
  facts: AreaFacts,
  content: ReportContent,
  { now, onNewPage }: { now: number; onNewPage: boolean },
): Block[] => {
  const reader: Reader = content
  const words = paperWords(reader.language)
  const { area, overall, overallBefore, devices } = facts
  const [device = '', ...others] = devices.map(({ name }) => name)
  const names = [device, ...others].join(', ')
  const below = [
    area.location_name,
    devices.length > 0 && fill(others.length > 0 ? words.device_other : words.device_one, { names }),
  ].filter(Boolean)
  const beside: Run[] = overall
    ? [
        { text: `${words.overall}\n`, tone: 'muted' },
        { text: fill(words.sets_it, { name: nameIn(facts, overall.key) }) },
        ...(overallBefore === null
          ? []
          : [
              {
                text: `\n${fill(words.before_grade, { grade: gradeOf(overallBefore, reader) })}`,
                tone: 'before' as const,
              },
            ]),
      ]
    : [{ text: words.no_grade, tone: 'muted' }]
  const title: Block = {
    kind: 'grade',
    title: area.area_name,
    below: below.join(' · '),
    grade: overall ? gradeOf(overall.grade, reader) : null,
    tone: toneOf(statusOfGrade(overall?.grade ?? null)),
    beside,
    ...(onNewPage ? { onNewPage } : {}),
  }
  return [
    title,
    { kind: 'text', size: 'lead', text: leadOf(facts, reader).join(' ') },
    ...(facts.means.length > 0 ? [measurementTable(facts, reader)] : []),
    ...facts.means.flatMap(mean => chartBlocks(facts, mean, content, now)),
    ...rowsTable(facts, content),
    ...happened(facts, content, now),
  ]
}

/** Events and logbook; of a research project, which tells of readings alone, no more than the gaps. */
const happened = (facts: AreaFacts, content: ReportContent, now: number): Block[] => {
  const { events: said, log } = paperWords(content.language)
  const events = eventsOf(facts, content, now)
  if (content.project !== null && events.length === 0) return []
  const list = listOf(said, events, facts, content, facts.unread)
  if (content.project !== null) return list
  const logbook = listOf(log, logOf(facts, content), facts, content)
  return [...list, ...pictures(facts, content), ...logbook]
}

const comfortText = (definition: PeriodMean['definition'], reader: Reader): string => {
  const { edges, group } = definition
  if (!edges) return '–'
  const words = paperWords(reader.language).comfort
  const low = group.low_is_bad ? edges.low_value : null
  const high = group.high_is_bad ? edges.high_value : null
  const said = {
    low: low === null ? '' : edgeOf(low, definition, reader),
    high: high === null ? '' : edgeOf(high, definition, reader),
  }
  if (low !== null && high !== null) return fill(words.between, said)
  return high !== null ? fill(words.below, said) : low !== null ? fill(words.above, said) : '–'
}

const measurementTable = (facts: AreaFacts, reader: Reader): PaperTable => {
  const words = paperWords(reader.language).table
  const right = (title: string) => ({ title, align: 'right' as const })
  return {
    kind: 'table',
    columns: [
      { title: words.measurement, wide: true },
      right(words.min),
      right(words.mean),
      right(words.max),
      right(words.before),
      right(words.comfort),
      { title: words.in_comfort },
      right(words.over),
      right(words.data),
      right(words.grade),
    ],
    rows: facts.means.map(({ definition, low, mean, high, before, grade, status }): Cell[] => {
      const key = definition.type.abbreviation
      const peak = facts.measurements[key]?.peak
      const over = peak?.hours_over_limit ?? null
      return [
        { text: [definition.type.name, unitIn(definition, reader)].filter(Boolean).join(', '), bold: true },
        numberOf(low, definition, reader),
        { text: numberOf(mean, definition, reader), bold: true },
        numberOf(high, definition, reader),
        { text: numberOf(before, definition, reader), tone: 'before' },
        comfortText(definition, reader),
        {
          text: shareOf(peak?.in_comfort ?? null, reader),
          share: peak?.in_comfort ?? null,
          ...(peak?.hours_outside_comfort
            ? { below: fill(words.outside, { count: hoursOf(peak.hours_outside_comfort, reader) }) }
            : {}),
        },
        over === null ? '–' : fill(paperWords(reader.language).hours, { count: hoursOf(over, reader) }),
        shareOf(facts.frame?.series[key]?.coverage ?? null, reader),
        { text: gradeOf(grade, reader), bold: true, tone: toneOf(status) },
      ]
    }),
  }
}

const chartBlocks = (
  facts: AreaFacts,
  { definition, low, mean, high }: PeriodMean,
  content: ReportContent,
  now: number,
): Block[] => {
  const reader: Reader = content
  const { frame, area } = facts
  const key = definition.type.abbreviation
  const columns = frame?.series[key]
  if (!frame || !columns) return []
  const words = paperWords(reader.language)
  const limit = definition.edges?.limit_value ?? null
  const period = { from: Date.parse(frame.from), until: Date.parse(frame.until) }
  const said = { mean, min: low, max: high }
  const values = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, valueText(value, definition, reader)]),
  )
  const chart: PaperChart = {
    kind: 'chart',
    time: frame.time,
    ...period,
    zone: area.time_zone,
    mean: columns.mean,
    min: columns.min,
    max: columns.max,
    gaps: gapsOf(frame, columns, Math.min(now, period.until)),
    comfort: comfortOf(facts, key, period),
    limit:
      limit === null ? null : { value: limit, label: fill(words.limit, { value: edgeOf(limit, definition, reader) }) },
    unit: definition.type.unit,
    formats: content.formats,
    fromZero: isFromZero(definition.quantity),
    ceiling: ceilingOf(definition.quantity),
    caption: fill(words.chart.caption, {
      name: definition.type.name,
      ...values,
      step: stepText(frame.step_seconds, reader),
    }),
  }
  const heading: Block = {
    kind: 'heading',
    level: 3,
    text: definition.type.name,
    ...(definition.type.unit ? { note: unitIn(definition, reader) } : {}),
  }
  return [{ kind: 'together', blocks: [heading, chart] }]
}

const stepText = (seconds: number, reader: Reader): string => {
  const { minutes, hours, days } = paperWords(reader.language).chart.step
  if (seconds >= DAY_S) return days
  return seconds >= HOUR_S ? fill(hours, { count: seconds / HOUR_S }) : fill(minutes, { count: seconds / MINUTE_S })
}

/** Columns that fit beside the time, and what their heads may take of the width: letters of the longest word of each, with what lies between. */
const MAX_COLUMNS = 8
const MAX_LETTERS = 86
const [BETWEEN, LETTERS_OF_A_NUMBER] = [2, 7]

/** Number of measurements whose columns fit beside each other, at least one. */
const columnsThatFit = (titles: readonly string[]): number => {
  const wide = titles.map(
    title => Math.max(LETTERS_OF_A_NUMBER, ...title.split(' ').map(word => word.length)) + BETWEEN,
  )
  let [count, letters] = [0, 0]
  while (count < Math.min(MAX_COLUMNS, wide.length) && letters + (wide[count] ?? 0) <= MAX_LETTERS)
    letters += wide[count++] ?? 0
  return Math.max(1, count)
}

/** Means by hour or day, a row each, of what the area measured. */
const rowsTable = (facts: AreaFacts, reader: ReportContent): Block[] => {
  const { rows } = reader
  if (rows === 'none') return []
  const words = paperWords(reader.language).rows
  const told = facts.means.flatMap(({ definition }) => {
    const { type } = definition
    const steps = facts.steps[type.abbreviation]?.steps
    const title = [type.name, unitIn(definition, reader)].filter(Boolean).join(', ')
    return steps ? [{ definition, title, steps, at: new Map(steps.time.map((time, index) => [time, index])) }] : []
  })
  const fit = columnsThatFit(told.map(({ title }) => title))
  const [columns, others] = [told.slice(0, fit), told.slice(fit)]
  const times = [...new Set(columns.flatMap(({ steps }) => steps.time))].sort((a, b) => a - b)
  if (times.length === 0) return []
  const zone = facts.area.time_zone
  return [
    { kind: 'heading', level: 2, text: words[rows], note: words.note },
    {
      kind: 'table',
      columns: [
        { title: words.time[rows], wide: true },
        ...columns.map(({ title }) => ({ title, align: 'right' as const })),
      ],
      rows: times.map(time => [
        readDateTime(dateTimeAt(time, zone).slice(0, rows === 'day' ? 10 : 16), reader),
        ...columns.map(({ definition, steps, at }) => {
          const index = at.get(time)
          return numberOf(index === undefined ? null : (steps.mean[index] ?? null), definition, reader)
        }),
      ]),
    },
    ...(others.length > 0
      ? [
          {
            kind: 'text' as const,
            size: 'small' as const,
            tone: 'muted' as const,
            text: fill(words.no_room, { names: others.map(({ definition }) => definition.type.name).join(', ') }),
          },
        ]
      : []),
  ]
}

const RANKS: Partial<Record<EventMark, number>> = { alert: 0, visit: 1, other: 1 }

/** Events that a list has room for, in their order: alerts before visits and notes, these before gaps, and of each the newest. */
const foremost = (events: readonly PaperEvent[]): PaperEvent[] => {
  const rank = ({ mark }: PaperEvent) => RANKS[mark] ?? 2
  const first = events.toSorted((one, other) => rank(one) - rank(other) || other.at - one.at).slice(0, MAX_LINES)
  return first.sort((one, other) => one.at - other.at)
}

/** Events, and how many more there are than those; `unread` counts what was not even read. */
const listOf = (
  { title, nothing }: { title: string; nothing: string },
  events: readonly PaperEvent[],
  { area }: AreaFacts,
  reader: ReportContent,
  unread = 0,
): Block[] => {
  const heading: Block = { kind: 'heading', level: 2, text: title }
  if (events.length === 0)
    return [{ kind: 'together', blocks: [heading, { kind: 'text', text: nothing, tone: 'muted' }] }]
  const { more_one, more_other } = paperWords(reader.language).events
  const shown = foremost(events)
  const count = events.length - shown.length + unread
  return [
    heading,
    {
      kind: 'events',
      events: shown.map(({ mark, at, text }) => ({ mark, time: momentText(at, area.time_zone, reader), text })),
    },
    ...(count > 0
      ? [{ kind: 'text' as const, text: fill(count === 1 ? more_one : more_other, { count }), tone: 'muted' as const }]
      : []),
  ]
}

const pictures = ({ visits, photos, area }: AreaFacts, reader: Reader): Block[] => {
  const shown = visits.flatMap(({ id, date }) => {
    const jpeg = photos.get(id)
    return jpeg ? [{ jpeg: jpeg.toString('base64'), caption: momentText(date, area.time_zone, reader) }] : []
  })
  if (shown.length === 0) return []
  const rows = Array.from({ length: Math.ceil(shown.length / PICTURES_A_ROW) }, (_, row) =>
    shown.slice(row * PICTURES_A_ROW, (row + 1) * PICTURES_A_ROW),
  )
  const blocks = rows.map((row): Block => ({ kind: 'pictures', pictures: row }))
  return [{ kind: 'heading', level: 2, text: paperWords(reader.language).photos }, ...blocks]
}
