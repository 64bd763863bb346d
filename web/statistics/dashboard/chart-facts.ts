import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/fixed.ts'
import type {
  AreaStatistics,
  MeasurementStatistics,
  StatisticsAnswer,
} from '#shared/contract/measurements/statistics.ts'
import { definitionOf, type MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { dateTimeAt } from '#shared/rules/time/wall-clock.ts'
import { useUser } from '../../kit/api/session.ts'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import type { Explained } from '../numbers/explanation.ts'
import type { ChartArea } from './areas.ts'
import { type Edges, edgesOf } from './edges.ts'
import type { Dashboard } from './queries.ts'

/** Facts that all charts of the dashboard share. */
export interface ChartFacts extends Explained {
  /** Name of what a row of the charts is. */
  rows: 'areas' | 'devices'
  definition: MeasurementDefinition
  decimals: number
  /** Unit in which values are kept. */
  unit: string
  /** A number of the measurement as whoever looks reads it, without its unit. */
  figure: (value: number) => string
  /** An edge or limit, without its unit and without a zero behind the point. */
  edge: (value: number) => string
  /** A difference of two values, with and without its unit. */
  difference: (value: number) => string
  differenceFigure: (value: number) => string
  language: Language
  /** Edges of an area; by the age of its animals where the answer says so. */
  edgesOf: (area: ChartArea, of: Pick<MeasurementStatistics, 'comfort'>) => Edges
}

/** An area that is shown with what an answer says of it. */
export interface Answered {
  area: ChartArea
  answered: AreaStatistics
  of: MeasurementStatistics
}

/** The areas an answer tells of, or the placements where it tells of each, in the order of the screen. */
export const answeredIn = (answer: StatisticsAnswer, areas: readonly ChartArea[], measurement: string): Answered[] =>
  areas.flatMap(area => {
    const answered = answer.areas.find(one => (one.location_research_id ?? one.area_id) === area.id)
    const of = answered?.measurements[measurement]
    return answered && of ? [{ area, answered, of }] : []
  })

const useMonthNames = (): ((month: number) => string) => {
  const { language } = useFormat()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    return month => format.format(Date.UTC(2026, month - 1, 15))
  }, [language])
}

/** `2026-08-24 07:40 to 2026-11-18 07:40`; whole days without their midnight. */
const usePeriodText = () => {
  const { t } = useTranslation('statistics')
  const { time_zone } = useUser()
  return ({ from, until }: Pick<StatisticsAnswer, 'from' | 'until'>): string => {
    const isWhole = [from, until].every(time => dateTimeAt(time, time_zone).endsWith('00:00'))
    if (!isWhole) return t('from_to', { from: momentIn(from, time_zone), to: momentIn(until, time_zone) })
    return t('from_to', { from: dayIn(from, time_zone), to: dayIn(Date.parse(until) - 1, time_zone) })
  }
}

export const useChartFacts = ({
  lists,
  asked,
  overview,
  rows = 'areas',
}: Pick<Dashboard, 'lists' | 'asked' | 'overview'> & Partial<Pick<ChartFacts, 'rows'>>): ChartFacts | null => {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const { number, value, language } = format
  const periodText = usePeriodText()
  const monthName = useMonthNames()
  const definition = useMemo(() => definitionOf(asked.measurement, undefined, lists), [asked.measurement, lists])
  if (!definition) return null
  const { decimals, unit } = definition.quantity
  const shown = (one: number) => value(one, decimals, unit)
  const [low, high] = [asked.min, asked.max]
  const ranges = [
    low === null ? null : t('range_from', { value: shown(low) }),
    high === null ? null : t('range_up_to', { value: shown(high) }),
  ]
  return {
    t,
    rows,
    definition,
    decimals,
    unit,
    language,
    name: definition.type.name,
    number,
    value: shown,
    figure: one => format.figure(one, decimals, unit),
    edge: one => format.edge(one, decimals, unit),
    difference: one => format.difference(one, decimals, unit),
    differenceFigure: one => format.differenceFigure(one, decimals, unit),
    period: [
      ...(overview.answer ? [periodText(overview.answer)] : []),
      ...(asked.means === 'research' ? [t('means.research')] : []),
      ...(asked.months.length > 0 ? [asked.months.map(monthName).join(', ')] : []),
    ].join(' · '),
    range: low === null && high === null ? null : ranges.filter(Boolean).join(' '),
    edgesOf: (area, of) => edgesOf(asked.measurement, area.speciesId, lists, of.comfort),
  }
}
