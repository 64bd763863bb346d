import { nightEndpoints } from '#shared/contract/measurements/nights.ts'
import { statisticsEndpoints } from '#shared/contract/measurements/statistics.ts'
import { serve } from '../kit/http/serve.ts'
import { readNights } from './nights.ts'
import { readCorrelations } from './read-correlations.ts'
import { readStatistics } from './read-statistics.ts'

export const statisticsRoutes = serve(statisticsEndpoints, {
  getStatistics: ({ query }, context) => readStatistics(context, query),
  listCorrelations: ({ query }, context) => readCorrelations(context, query),
})

export const nightRoutes = serve(nightEndpoints, { listNights: (_, context) => readNights(context) })
