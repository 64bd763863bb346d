import { statisticsEndpoints } from '#shared/contract/measurements/statistics.ts'
import { serve } from '../kit/http/serve.ts'
import { answerStatistics } from './answer.ts'

export const statisticsRoutes = serve(statisticsEndpoints, {
  getStatistics: ({ query }, context) => answerStatistics(context, query),
})
