import { statisticsEndpoints } from '#shared/contract/measurements/statistics.ts'
import { serve } from '../kit/http/serve.ts'
import { readStatistics } from './read-statistics.ts'

export const statisticsRoutes = serve(statisticsEndpoints, {
  getStatistics: ({ query }, context) => readStatistics(context, query),
})
