import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartArrangement } from '#shared/contract/accounts/chart-arrangements.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import type { Chart } from './groups.ts'

/** Waited for, so that no chart jumps; without it the charts stand as they do for everybody. */
export const ARRANGEMENTS = { ...queryOf(api.listChartArrangements, {}), optional: true as const }

/** Charts as somebody has ordered them, and those they have hidden. */
export interface ArrangedCharts {
  /** All of them in their order. */
  all: Chart[]
  shown: Chart[]
  hidden: Chart[]
}

/** Order of charts: those that are named first, then the others as they come. Parts of a group stay together. */
export const arranged = (
  charts: readonly Chart[],
  { order, hidden }: Pick<ChartArrangement, 'order' | 'hidden'>,
): ArrangedCharts => {
  const rank = new Map(order.map((key, index) => [key, index]))
  const rankOf = ({ group }: Chart): number => rank.get(group.key) ?? order.length
  const all = charts.toSorted((a, b) => rankOf(a) - rankOf(b))
  return {
    all,
    shown: all.filter(({ group }) => !hidden.includes(group.key)),
    hidden: all.filter(({ group }) => hidden.includes(group.key)),
  }
}

const AS_FOR_ALL = { order: [], hidden: [] }

/** The charts of a page, arranged as the reader has chosen for this kind of area. */
export const useArrangedCharts = (charts: readonly Chart[], areaTypeId: number | undefined): ArrangedCharts => {
  const { data } = useQuery(queryOf(api.listChartArrangements, {}))
  const chosen = data?.find(({ area_type_id }) => area_type_id === (areaTypeId ?? null))
  return useMemo(() => arranged(charts, chosen ?? AS_FOR_ALL), [charts, chosen])
}
