import { z } from 'zod'
import { Id } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Keys of chart groups, such as `nh3`. There are fewer groups than this. */
const Groups = z.array(z.string().min(1).max(60)).max(100)

/** Charts of one kind of area as an account wants to see them. */
export const ChartArrangement = z.object({
  /** Kind of the area; null for devices without one. */
  area_type_id: Id.nullable(),
  /** Groups of charts that stand first, in this order; the others follow in the order of the lists. */
  order: Groups,
  /** Groups of charts that are not shown. */
  hidden: Groups,
})
export type ChartArrangement = z.infer<typeof ChartArrangement>

export const chartArrangementEndpoints = endpoints({
  listChartArrangements: {
    method: 'GET',
    path: '/chart_arrangements',
    access: 'signedIn',
    summary: "Order and choice of the charts on the caller's data pages, by kind of area",
    response: z.array(ChartArrangement),
  },
  saveChartArrangement: {
    method: 'PUT',
    path: '/chart_arrangements',
    access: 'signedIn',
    summary: 'Order the charts of a kind of area, or hide some; with neither they stand as they do for everybody',
    body: ChartArrangement,
    response: z.array(ChartArrangement),
  },
})
