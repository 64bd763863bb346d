import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'
import { serverNow } from '../../kit/time/now.ts'

/** Access tokens of the person; asked for anew whenever they are looked at, for programs use them meanwhile. */
export const TOKENS = { ...queryOf(api.listTokens, {}), staleTime: FRESH.staleTime }

/** Tokens that work: one that has ended stays in the list for a while. */
export const workingTokens = <Token extends { expires_at: string }>(tokens: readonly Token[]): Token[] =>
  tokens.filter(({ expires_at }) => Date.parse(expires_at) > serverNow())
