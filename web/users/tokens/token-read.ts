import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'

/** Access tokens of the person; asked for anew whenever they are looked at, for programs use them meanwhile. */
export const TOKENS = { ...queryOf(api.listTokens, {}), staleTime: FRESH.staleTime }
