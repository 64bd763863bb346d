import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  AreaStatistics,
  MeasurementStatistics,
  StatisticsAnswer,
} from '#shared/contract/measurements/statistics.ts'
import { definitionOf, type MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { useUser } from '../../kit/api/session.ts'
import { dateTimeIn, useFormat } from '../../kit/language/format.ts'
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
  unit: string
  language: string
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
    const [start, end] = [dateTimeIn(from, time_zone), dateTimeIn(until, time_zone)]
    const isWhole = start.endsWith('00:00') && end.endsWith('00:00')
    if (!isWhole) return t('from_to', { from: start, to: end })
    const last = dateTimeIn(Date.parse(until) - 1, time_zone)
    return t('from_to', { from: start.slice(0, 10), to: last.slice(0, 10) })
  }
}

export const useChartFacts = ({
  lists,
  asked,
  overview,
  rows = 'areas',
}: Pick<Dashboard, 'lists' | 'asked' | 'overview'> & Partial<Pick<ChartFacts, 'rows'>>): ChartFacts | null => {
  const { t } = useTranslation('statistics')
  const { number, value, language } = useFormat()
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
    period: [
      ...(overview.answer ? [periodText(overview.answer)] : []),
      ...(asked.means === 'research' ? [t('means.research')] : []),
      ...(asked.months.length > 0 ? [asked.months.map(monthName).join(', ')] : []),
    ].join(' · '),
    range: low === null && high === null ? null : ranges.filter(Boolean).join(' '),
    edgesOf: (area, of) => edgesOf(asked.measurement, area.speciesId, lists, of.comfort),
  }
}
