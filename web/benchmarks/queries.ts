import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

/** Own locations beside the middle half of farms; worked out once a week. */
export const BENCHMARKS = queryOf(api.listBenchmarks, {})
