import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../kit/api/query.ts'

type Period = Pick<Frame, 'from' | 'until'>

/** Whole days, so that a period that moves on by minutes is not asked for anew. */
const daysOf = ({ from, until }: Period) => ({
  from: new Date(Math.floor(Date.parse(from) / DAY_MS) * DAY_MS).toISOString(),
  until: new Date(Math.ceil(Date.parse(until) / DAY_MS) * DAY_MS).toISOString(),
})

/** Insights of the nights and days of a period into the area of a device. */
export const useInsights = (deviceId: number, period: Period) =>
  useQuery(queryOf(api.listInsights, { query: { device_id: deviceId, ...daysOf(period) } }))
